import { localTime, nextTime } from './local-time.ts';

const NINE = 9 * 60;
/** What comes this close to the mail goes into the next one, so that none comes while it is written. */
const CLOSE_MS = 5 * 60_000;

/** The day's mail that a notice of now goes into: its key, and when it is sent, at nine in the person's time zone. */
export function digestOf(accountId: string, timeZone: string, now: Date): { key: string; dueAt: Date } {
  const dueAt = nextTime(new Date(now.getTime() + CLOSE_MS), timeZone, NINE);
  return { key: `${accountId}/${localTime(dueAt, timeZone).day}`, dueAt };
}

/** Whose a day's mail is. */
export const accountOfDigest = (key: string): string => key.split('/')[0] ?? '';
