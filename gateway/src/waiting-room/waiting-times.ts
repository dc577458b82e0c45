const MINUTE_S = 60;
/** A site that admits more people a second has more machines, so that all pages together may ask in proportion to it. */
const ASKS_PER_ADMISSION = 2;
const ASKS_PER_SECOND_MIN = 50;
export const ASK_MS_MIN = 3_000;
export const ASK_MS_MAX = 240_000;
/** How often who was admitted asks; who waits for long asks no more often either. */
export const RARELY_MS = 30_000;
/** How often somebody asks who stands behind all that is left: only who gives up in front of them changes anything. */
export const UNREACHABLE_MS = 60_000;

const within = (ms: number) => Math.round(Math.min(ASK_MS_MAX, Math.max(ASK_MS_MIN, ms)));

/** How long it takes to a place, in seconds, by how many were admitted in the last minute; undefined while nobody was. */
export function estimateSeconds(
  place: number,
  { admittedLastMinute, openForMs }: { admittedLastMinute: number; openForMs: number },
): number | undefined {
  if (admittedLastMinute <= 0) return undefined;
  const seconds = Math.min(MINUTE_S, Math.max(1, openForMs / 1_000));
  return Math.ceil((place * seconds) / admittedLastMinute);
}

/** How long it takes until so many have come once, so many a second and 50 at least, in ms. */
const roundMs = (people: number, perSecond: number) => (people / Math.max(ASKS_PER_SECOND_MIN, perSecond)) * 1_000;

/**
 * When a page asks again whose turn is in so many seconds, among so many: those in front more often than those far behind.
 * `reachable` while there is a ticket left for its place; undefined seconds while nobody is admitted.
 */
export function askAgainMs(
  waitS: number | undefined,
  { waiting, rate, reachable }: { waiting: number; rate: number; reachable: boolean },
): number {
  const fair = roundMs(waiting, rate * ASKS_PER_ADMISSION);
  if (!reachable) return within(Math.max(fair, UNREACHABLE_MS));
  return within(waitS === undefined ? fair : Math.min((waitS * 1_000) / 2, Math.max(fair, RARELY_MS)));
}

/**
 * Before the hour: pages come back after it in the order of the lot, `share` from 0 to 1, spread over as long as serving all
 * of them takes. Whose turn comes late is not asked to come sooner: at the hour there is only time for who is first.
 */
export function askAtOpeningMs(
  untilOpenMs: number,
  { registered, rate, share }: { registered: number; rate: number; share: number },
): number {
  const spreadMs = Math.min(ASK_MS_MAX, Math.max(ASK_MS_MIN, roundMs(registered, rate)));
  return untilOpenMs > ASK_MS_MAX ? ASK_MS_MAX : Math.round(untilOpenMs + share * spreadMs);
}
