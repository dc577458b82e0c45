const MINUTE_S = 60;
/** Pages in front ask more often than those far behind, and all together no more than this many times a second. */
const ASKS_PER_SECOND = 500;
export const ASK_MS_MIN = 3_000;
export const ASK_MS_MAX = 60_000;

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

/** When a page asks again that waits for that long, among so many; `reachable` while there is a ticket left for its place. */
export function askAgainMs(estimateS: number | undefined, waiting: number, reachable: boolean): number {
  const fair = (waiting / ASKS_PER_SECOND) * 1_000;
  const rarely = Math.max(fair, ASK_MS_MAX / 2);
  if (!reachable) return within(rarely);
  return within(estimateS === undefined ? fair : Math.min((estimateS * 1_000) / 2, rarely));
}

/** Before the hour: pages come back shortly after it, spread over as long as serving all of them takes. */
export function askAtOpeningMs(untilOpenMs: number, registered: number, share: number): number {
  const spreadMs = Math.max(ASK_MS_MIN, (registered / ASKS_PER_SECOND) * 1_000);
  return Math.min(ASK_MS_MAX, Math.round(untilOpenMs + share * spreadMs));
}
