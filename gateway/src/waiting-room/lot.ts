import { createHash } from 'node:crypto';

/** Every number of the lot is below this one, and every number of who comes later is above it. */
export const LOT_END = 2 ** 52;

/**
 * The number of an account in the lot of an event: the first 52 bits of SHA-256 over `lot`, seed (hexadecimal), event and
 * account, one a line. The lowest is first. Anybody with the seed computes the same [TIC-06].
 */
export function lotNumber(seed: string, eventId: string, accountId: string): number {
  const digest = createHash('sha256').update(`lot\n${seed}\n${eventId}\n${accountId}`).digest('hex');
  return Number.parseInt(digest.slice(0, 13), 16);
}

/** Numbers of who comes after the hour, by their time in microseconds; each is above the one before it. */
export function lateNumbers(): (now: Date) => number {
  let last = 0;
  return (now) => {
    last = Math.max(last + 1, now.getTime() * 1_000);
    return LOT_END + last;
  };
}
