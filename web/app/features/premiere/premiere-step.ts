import { PREMIERE_LIMITS } from '@marquee/rules/premieres';

/** What is known of a premiere; times in milliseconds of the epoch, on the server's clock. */
export type PremiereFacts = {
  /** Of the film; 0n before the server has said it. */
  version: bigint;
  startsAt: number;
  preRollUri: string;
  preRollMs: number;
  durationMs: number;
  stopped: boolean;
  filmReady: boolean;
  eventId: string;
  needsTicket: boolean;
};

export type PremiereStep = 'lobby' | 'pre-roll' | 'film' | 'over' | 'stopped' | 'not-ready';

/** When the film itself begins. */
export const filmAt = ({ startsAt, preRollMs }: PremiereFacts): number => startsAt + preRollMs;

/** What a premiere shows at a time. */
export function stepAt(premiere: PremiereFacts, now: number): PremiereStep {
  const { startsAt, durationMs, stopped, filmReady } = premiere;
  if (stopped) return 'stopped';
  if (now < startsAt) return 'lobby';
  // The end of a film whose length is not known is its own.
  if (durationMs > 0 && now >= filmAt(premiere) + durationMs) return 'over';
  if (!filmReady) return 'not-ready';
  return now < filmAt(premiere) ? 'pre-roll' : 'film';
}

/** A page opens the film up to so long before it starts: its clock may be behind. */
export const OPENS_BEFORE_MS = PREMIERE_LIMITS.opensBeforeMs - 20_000;
/** All have opened it so long before it starts. */
const OPENED_BEFORE_MS = 10_000;
/** For each who is there: to open a film takes a process about 25 ms, which has others to answer. */
const OPENING_MS = 100;

/** In how long a page that knows how many are there opens the film; undefined where it is too late to open it before. */
export function opensInMs(leftMs: number, here: number, random = Math.random): number | undefined {
  const lastMs = leftMs - OPENED_BEFORE_MS;
  if (lastMs <= 0) return undefined;
  const spread = Math.min(here * OPENING_MS, OPENS_BEFORE_MS - OPENED_BEFORE_MS, lastMs);
  return lastMs - random() * spread;
}

/** How long somebody waits at the most before they ask for the film: thousands who ask in the same second are too many. */
const SPREAD_MS_MAX = 3_000;
const PEOPLE_PER_MS = 10;
export const spreadMs = (here: number): number => Math.min(SPREAD_MS_MAX, Math.max(0, here / PEOPLE_PER_MS));
