const SPEED_KEY = 'marquee.line';
/** Bits per second that any line is taken to carry. */
const LINE_MIN = 1_000_000;
/** A first segment lasts four seconds; asked for at a fifth of the line it is there within one. */
const FIRST_SHARE = 1 / 5;

/** Bits per second that a film begins with, by what the line carried last time. */
export function firstBandwidth(storage: Pick<Storage, 'getItem'>): number {
  try {
    const kept = Number(storage.getItem(SPEED_KEY));
    return Number.isFinite(kept) ? Math.max(LINE_MIN, kept * FIRST_SHARE) : LINE_MIN;
  } catch {
    return LINE_MIN;
  }
}

/** Keeps what the line carried, for the next film. */
export function keepLineSpeed(storage: Pick<Storage, 'setItem'>, bitsPerSecond: number): void {
  if (!(bitsPerSecond > 0)) return;
  try {
    storage.setItem(SPEED_KEY, String(Math.round(bitsPerSecond)));
  } catch {
    // Without a store the next film begins small again.
  }
}
