type Cue = { startMs: number; endMs: number };

const BITS = 8;

/** The seconds of a film in whose course the middle of a text is, a bit each: some kilobytes for the longest films. */
export function cueSecondsOf(cues: readonly Cue[]): Uint8Array<ArrayBuffer> {
  const seconds = cues.map(({ startMs, endMs }) => Math.floor((startMs + endMs) / 2_000));
  const bits = new Uint8Array(Math.floor(seconds.reduce((last, second) => Math.max(last, second), 0) / BITS) + 1);
  for (const second of seconds) {
    const at = Math.floor(second / BITS);
    bits[at] = (bits[at] ?? 0) | (1 << (second % BITS));
  }
  return bits;
}

/** The seconds of `cueSecondsOf`, in order. */
export function secondsIn(bits: Uint8Array): number[] {
  return Array.from(bits, (byte, at) =>
    Array.from({ length: BITS }, (_, bit) => at * BITS + bit).filter((_, bit) => byte & (1 << bit)),
  ).flat();
}
