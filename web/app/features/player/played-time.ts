/**
 * Counts the time actually played, in milliseconds of wall-clock time: pauses, buffering, seeks and sleep of the
 * machine add nothing, and double speed does not count double.
 */
export class PlayedTime {
  #totalMs = 0;
  #last: { wallMs: number; positionMs: number } | undefined;

  get totalMs(): number {
    return Math.round(this.#totalMs);
  }

  /** Call it at every time update while playing. `wallMs` comes from a monotonic clock. */
  tick(wallMs: number, positionMs: number, rate: number): void {
    const last = this.#last;
    this.#last = { wallMs, positionMs };
    if (!last || rate <= 0) return;
    const watchedMs = (positionMs - last.positionMs) / rate;
    if (watchedMs > 0) this.#totalMs += Math.min(watchedMs, Math.max(0, wallMs - last.wallMs));
  }

  /** Call it on a pause, on a seek and when playback waits for data: counting starts again at the next tick. */
  interrupt(): void {
    this.#last = undefined;
  }
}
