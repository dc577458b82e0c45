/** One question to the server for its time; all in milliseconds, the first two by the clock of the browser. */
export type Sample = { sentAt: number; receivedAt: number; serverAt: number };

/** How far the server's clock is ahead, and how wrong that may be: the answer was made at some time of the round trip. */
type Estimate = { offsetMs: number; errorMs: number; at: number };

/** Computers' clocks drift apart by less than this in a second. */
const DRIFT = 50e-6;
/** Only so many are compared. */
const SAMPLES_MAX = 12;

const estimateOf = ({ sentAt, receivedAt, serverAt }: Sample): Estimate => ({
  offsetMs: serverAt - (sentAt + receivedAt) / 2,
  errorMs: Math.max(0, receivedAt - sentAt) / 2,
  at: receivedAt,
});

/** The bound of an estimate's error grows with its age. */
const errorAt = ({ errorMs, at }: Estimate, now: number) => errorMs + Math.max(0, now - at) * DRIFT;

/**
 * The offset by the round trip that took the shortest time, of the latest samples. Where an older one contradicts a newer
 * one, a clock was set meanwhile: only what is newer counts. Undefined without a sample.
 */
export const offsetOf = (samples: readonly Sample[]): number | undefined => bestOf(samples)?.offsetMs;

function bestOf(samples: readonly Sample[]): Estimate | undefined {
  const now = samples.at(-1)?.receivedAt ?? 0;
  let best: Estimate | undefined;
  for (const sample of samples.slice(-SAMPLES_MAX)) {
    const next = estimateOf(sample);
    const bound = best && errorAt(best, now) + errorAt(next, now);
    const contradicts = best && bound !== undefined && Math.abs(best.offsetMs - next.offsetMs) > bound + 1;
    if (!best || contradicts || errorAt(next, now) <= errorAt(best, now)) best = next;
  }
  return best;
}

/** A clock that steps neither back nor forward while the page is open, unlike the time of day. */
const steadyNow = () => performance.timeOrigin + performance.now();

/** The server's clock, as well as this browser knows it; before the first sample, the browser's own. */
export class ServerClock {
  #samples: Sample[] = [];
  #best: Estimate | undefined;
  readonly #steadyNow: () => number;

  constructor(now: () => number = steadyNow) {
    this.#steadyNow = now;
  }

  now(): number {
    return this.#best ? this.#steadyNow() + this.#best.offsetMs : Date.now();
  }

  /** How wrong it is at the most, in milliseconds. */
  errorMs(): number {
    return this.#best ? errorAt(this.#best, this.#steadyNow()) : Number.POSITIVE_INFINITY;
  }

  /** Asks the server for its time, and learns from how long the answer took. */
  async ask<T>(question: () => Promise<T>, timeOf: (answer: T) => number | undefined): Promise<T> {
    const sentAt = this.#steadyNow();
    const answer = await question();
    const serverAt = timeOf(answer);
    if (serverAt !== undefined) this.add({ sentAt, receivedAt: this.#steadyNow(), serverAt });
    return answer;
  }

  add(sample: Sample): void {
    this.#samples = [...this.#samples, sample].slice(-SAMPLES_MAX);
    this.#best = bestOf(this.#samples);
  }
}
