/**
 * Counts the time that was really played, in milliseconds of the viewer's life: pauses, buffering, seeks and a
 * sleeping laptop add nothing, and double speed does not count double.
 */
export class PlayedTime {
  #totalMs = 0;
  #last: { wallMs: number; positionMs: number } | undefined;

  get totalMs(): number {
    return Math.round(this.#totalMs);
  }

  /** Call it on every step of a film that plays. `wallMs` comes from a clock that never goes back. */
  tick(wallMs: number, positionMs: number, rate: number): void {
    const last = this.#last;
    this.#last = { wallMs, positionMs };
    if (!last || rate <= 0) return;
    const watchedMs = (positionMs - last.positionMs) / rate;
    if (watchedMs > 0) this.#totalMs += Math.min(watchedMs, Math.max(0, wallMs - last.wallMs));
  }

  /** Call it on a pause, on a seek and when the film waits for data: what comes next starts a new stretch. */
  interrupt(): void {
    this.#last = undefined;
  }
}
