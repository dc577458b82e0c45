/** The longest ad that is played before a film, in seconds [WAT-11]. */
export const AD_SECONDS_MAX = 60;

/** What a player reports of an ad, as the address of each event names it. */
export const AD_EVENTS = [
  'impression',
  'start',
  'first-quartile',
  'midpoint',
  'third-quartile',
  'complete',
  'skip',
  'click',
  'error',
] as const;
export type AdEventName = (typeof AD_EVENTS)[number];

/** Where players ask for an ad of the house, by the id of its showing; its events are below. */
export const adPath = (showingId: string): string => `/ads/${showingId}`;
