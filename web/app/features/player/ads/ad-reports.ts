import type { LinearAd } from './load-ads.ts';

/** Codes of VAST 4.2, 2.3.6.3. */
export type AdError = 'TIMEOUT' | 'NOT_PLAYABLE';
const CODES: Record<AdError, string> = { TIMEOUT: '402', NOT_PLAYABLE: '405' };

/** Tells the ad server what becomes of one ad, each event once, and one end alone. */
export class AdReports {
  readonly #tracker: LinearAd['tracker'];
  #over = false;
  #paused = false;

  constructor({ tracker }: Pick<LinearAd, 'tracker'>) {
    this.#tracker = tracker;
  }

  /** The length of the video itself, by which quarters are counted where it is shorter than was said. */
  length(saidS: number, realS: number): void {
    const known = [saidS, realS].filter((second) => Number.isFinite(second) && second > 0);
    if (known.length > 0) this.#tracker.setDuration(Math.min(...known));
  }

  playing(): void {
    if (this.#over) return;
    this.#tracker.trackImpression();
    if (this.#paused) this.#tracker.setPaused(false);
    this.#paused = false;
  }

  paused(): void {
    if (this.#over || this.#paused) return;
    this.#paused = true;
    this.#tracker.setPaused(true);
  }

  progress(second: number): void {
    if (!this.#over && second > 0) this.#tracker.setProgress(second);
  }

  clicked(): void {
    this.#tracker.click();
  }

  completed(): void {
    this.#end(() => this.#tracker.complete());
  }

  skipped(): void {
    this.#end(() => this.#tracker.skip());
  }

  failed(error: AdError): void {
    this.#end(() => this.#tracker.error({ ERRORCODE: CODES[error] }));
  }

  #end(report: () => void): void {
    if (this.#over) return;
    this.#over = true;
    report();
  }
}
