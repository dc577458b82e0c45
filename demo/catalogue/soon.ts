const HALF_HOUR_MS = 30 * 60_000;

/** When begins what is always about to begin: at the next half hour that is at least half an hour away. */
export const soonAfter = (now: Date): Date =>
  new Date(Math.ceil((now.getTime() + HALF_HOUR_MS) / HALF_HOUR_MS) * HALF_HOUR_MS);
