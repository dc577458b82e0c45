import { Transform, type TransformCallback } from 'node:stream';

/** How slow a link is. */
export type Pace = {
  /** Added to each direction. */
  latencyMs: number;
  /** What all connections of a link share, in each direction. */
  bytesPerSecond: number;
};

/** One direction of a link, for all of its connections. */
export type Lane = {
  /** Undefined while the link is as fast as the machine. */
  pace: Pace | undefined;
  /** When what was sent so far has left, by performance.now(). */
  freeAt: number;
};

/** Passes bytes on as late as its lane does, in their order. */
export class SlowLine extends Transform {
  readonly #lane: Lane;
  readonly #underWay: Buffer[] = [];
  #arrived: () => void = () => {};

  constructor(lane: Lane) {
    super();
    this.#lane = lane;
  }

  /** Whether something is under way. */
  isCarrying(): boolean {
    return this.#underWay.length > 0;
  }

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const { pace } = this.#lane;
    if (!pace && this.#underWay.length === 0) {
      done(null, bytes);
      return;
    }
    const { latencyMs, bytesPerSecond } = pace ?? { latencyMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY };
    const now = performance.now();
    this.#lane.freeAt = Math.max(now, this.#lane.freeAt) + (bytes.length / bytesPerSecond) * 1_000;
    const sendingMs = this.#lane.freeAt - now;
    this.#underWay.push(bytes);
    // Timers of different lengths may end in another order: each delivers the first that is under way.
    setTimeout(() => this.#deliver(), sendingMs + latencyMs);
    setTimeout(done, sendingMs);
  }

  override _flush(done: TransformCallback): void {
    if (this.#underWay.length === 0) done();
    else this.#arrived = done;
  }

  #deliver(): void {
    const bytes = this.#underWay.shift();
    if (!this.destroyed) this.push(bytes);
    if (this.#underWay.length === 0) this.#arrived();
  }
}
