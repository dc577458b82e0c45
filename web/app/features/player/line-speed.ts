const SPEED_KEY = 'marquee.line';
/** Bits per second that every connection is assumed to have. */
const LINE_MIN = 1_000_000;
/** A first segment lasts four seconds; at a fifth of the bandwidth it arrives within one. */
const FIRST_SHARE = 1 / 5;

/** The bandwidth to start a film with, in bits per second, from what was measured last time. */
export function firstBandwidth(storage: Pick<Storage, 'getItem'>): number {
  try {
    const kept = Number(storage.getItem(SPEED_KEY));
    return Number.isFinite(kept) ? Math.max(LINE_MIN, kept * FIRST_SHARE) : LINE_MIN;
  } catch {
    return LINE_MIN;
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
