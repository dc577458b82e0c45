/** Where the measured bandwidth is kept. */
export const SPEED_KEY = 'marquee.line';

/**
 * The bandwidth to start a film with, in bits per second: a fifth of what was measured last time, since a first segment
 * lasts four seconds and is to arrive within one; at least what every connection is assumed to have. Its text is a part
 * of the script of early-start.ts: it uses nothing but its arguments.
 */
export function firstBandwidth(storage: Pick<Storage, 'getItem'>, key: string): number {
  const least = 1_000_000;
  try {
    const kept = Number(storage.getItem(key));
    return Number.isFinite(kept) ? Math.max(least, kept / 5) : least;
  } catch {
    return least;
  }
}

/** Stores the measured bandwidth for the next film. */
export function keepLineSpeed(storage: Pick<Storage, 'setItem'>, bitsPerSecond: number): void {
  if (!(bitsPerSecond > 0)) return;
  try {
    storage.setItem(SPEED_KEY, String(Math.round(bitsPerSecond)));
  } catch {
    // Without storage the next film starts at the lowest quality again.
  }
}
