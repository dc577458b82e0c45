import { PlaybackErrorKind } from '@marquee/contracts/film/v1/watch_pb';

/** What a heartbeat reports about playback quality. */
export type QualityReport = { startMs?: number; rebufferedMs: number; errors: PlaybackErrorKind[] };

const ERRORS_MAX = 10;
/** The start time that docs/operations.md promises; leaving earlier does not count as an abandoned start. */
const START_MS_PROMISED = 2_000;

/** Measures playback for the operators: time to the first frame, time spent rebuffering, errors. */
export class PlaybackQuality {
  readonly #now: () => number;
  /** Infinity while ads play. */
  #requestedAt: number;
  #started = false;
  #stalledAt: number | undefined;
  #waiting: QualityReport = { rebufferedMs: 0, errors: [] };

  /** Time to the first frame counts from here. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#requestedAt = now();
  }

  /** Ads come first: the time to the film's first frame counts from `filmBegins`. */
  adsBegin(): void {
    this.#requestedAt = Number.POSITIVE_INFINITY;
  }

  /** The film is loaded now. */
  filmBegins(): void {
    if (this.#requestedAt === Number.POSITIVE_INFINITY) this.#requestedAt = this.#now();
  }

  /** The first frame is shown. Returns true for the first call only. */
  started(): boolean {
    if (this.#started) return false;
    this.#started = true;
    this.#waiting.startMs = Math.round(this.#now() - this.#requestedAt);
    return true;
  }

  /** The browser waits for a click before it plays: the start time would measure the viewer, so it is left out. */
  waitsForViewer(): void {
    this.#started = true;
  }

  get hasStarted(): boolean {
    return this.#started;
  }

  /** True when the start has taken longer than promised and no frame is shown yet. */
  get isLate(): boolean {
    return !this.#started && this.#now() - this.#requestedAt > START_MS_PROMISED;
  }

  /** Playback stopped for lack of data. Waiting before the first frame counts as start time instead. */
  stalled(): void {
    if (this.#started) this.#stalledAt ??= this.#now();
  }

  /** Playback continues, or the viewer paused or moved. */
  resumed(): void {
    if (this.#stalledAt === undefined) return;
    this.#waiting.rebufferedMs += Math.round(this.#now() - this.#stalledAt);
    this.#stalledAt = undefined;
  }

  failed(reason: string): void {
    if (this.#waiting.errors.length < ERRORS_MAX) this.#waiting.errors.push(errorKind(reason));
  }

  /** What was not reported yet, if anything; the caller restores it when the report could not be sent. */
  take(): QualityReport | undefined {
    if (this.#stalledAt !== undefined) {
      this.resumed();
      this.stalled();
    }
    const report = this.#waiting;
    this.#waiting = { rebufferedMs: 0, errors: [] };
    const says = report.startMs !== undefined || report.rebufferedMs > 0 || report.errors.length > 0;
    return says ? report : undefined;
  }

  restore(report: QualityReport | undefined): void {
    if (!report) return;
    const { startMs = report.startMs, rebufferedMs, errors } = this.#waiting;
    this.#waiting = {
      ...(startMs !== undefined && { startMs }),
      rebufferedMs: rebufferedMs + report.rebufferedMs,
      errors: [...report.errors, ...errors].slice(0, ERRORS_MAX),
    };
  }
}

const KINDS: Record<string, PlaybackErrorKind> = {
  NETWORK: PlaybackErrorKind.NETWORK,
  UNAVAILABLE: PlaybackErrorKind.UNAVAILABLE,
  ACCESS: PlaybackErrorKind.REFUSED,
  MEDIA: PlaybackErrorKind.MEDIA,
  // CONTENT_UNSUPPORTED_BY_BROWSER
  SHAKA_4032: PlaybackErrorKind.UNSUPPORTED,
};

/** The kind of a problem by its reason; the thousands of a shaka code are its category. */
function errorKind(reason: string): PlaybackErrorKind {
  const known = KINDS[reason];
  if (known !== undefined) return known;
  const category = /^SHAKA_(\d)\d{3}$/.exec(reason)?.[1];
  if (category === '1') return PlaybackErrorKind.NETWORK;
  if (category === '6') return PlaybackErrorKind.DRM;
  return category === undefined ? PlaybackErrorKind.UNSPECIFIED : PlaybackErrorKind.MEDIA;
}
