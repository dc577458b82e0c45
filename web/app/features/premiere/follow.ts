import { correctionOf } from './correction.ts';

/** What is steered: a film in its player, or a plain video. Times in seconds. */
export type Steered = {
  position(): number;
  /** Plays, and has data to play: what loads, waits, is paused or jumps is left alone. */
  isPlaying(): boolean;
  /** It waits for data. */
  isStalled(): boolean;
  rate(): number;
  pace(rate: number): void;
  jump(second: number): void;
};

/** So often it is looked at. */
export const LOOK_EVERY_MS = 250;
/** A jump has settled by then; another one before would chase the first. */
const SETTLED_MS = 1_500;
/** For so long after a stall playback catches up by its speed. */
const STALLED_MS = 15_000;
const LEAD_S_MAX = 2;

/** Keeps something that plays in step with a target that moves. */
export class Follow {
  readonly #steered: Steered;
  readonly #targetS: () => number;
  readonly #now: () => number;
  #jumpedAt = Number.NEGATIVE_INFINITY;
  #stalledAt = Number.NEGATIVE_INFINITY;
  #measuresJump = false;
  /** How long a jump takes here until the picture moves on, learned from the jumps before. */
  #leadS = 0.2;

  constructor(steered: Steered, targetS: () => number, now: () => number = () => performance.now()) {
    this.#steered = steered;
    this.#targetS = targetS;
    this.#now = now;
  }

  look(): void {
    const steered = this.#steered;
    const now = this.#now();
    if (steered.isStalled()) this.#stalledAt = now;
    if (!steered.isPlaying()) return;
    const isSettled = now - this.#jumpedAt >= SETTLED_MS;
    const [positionS, targetS] = [steered.position(), this.#targetS()];
    if (this.#measuresJump && isSettled) {
      this.#measuresJump = false;
      this.#leadS = Math.min(LEAD_S_MAX, Math.max(0, this.#leadS + (targetS - positionS) / 2));
    }
    // What waited because of a jump is no stall.
    const stalled = now - this.#stalledAt < STALLED_MS && this.#stalledAt - this.#jumpedAt > SETTLED_MS;
    const correction = correctionOf({ positionS, targetS, correcting: steered.rate() !== 1, stalled });
    if (correction.do === 'jump') {
      if (!isSettled) return;
      this.#jumpedAt = now;
      this.#measuresJump = true;
      if (steered.rate() !== 1) steered.pace(1);
      steered.jump(targetS + this.#leadS);
    } else if (correction.do === 'pace' && correction.rate !== steered.rate()) steered.pace(correction.rate);
  }
}
