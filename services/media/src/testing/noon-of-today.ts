import { type FixedClock, fixedClock } from '@marquee/testing/fixed-clock';

/** Uploads expire by the database's own clock, which a fixed date falls behind. */
export const noonOfToday = (): FixedClock => fixedClock(new Date(new Date().setUTCHours(12, 0, 0, 0)).toISOString());
