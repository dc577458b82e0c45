import { PlaybackErrorKind } from '@marquee/contracts/film/v1/watch_pb';

/** What a heartbeat tells of how well the film plays. */
export type QualityReport = { startMs?: number; rebufferedMs: number; errors: PlaybackErrorKind[] };

const ERRORS_MAX = 10;
/** Promised for most films, in docs/operations.md: who leaves sooner has not waited in vain. */
const START_MS_PROMISED = 2_000;

/** Watches how well a film plays, for the operators: how soon it began, how long it stood, what went wrong. */
export class PlaybackQuality {
  readonly #now: () => number;
  readonly #wishedAt: number;
  #started = false;
  #stalledAt: number | undefined;
  #waiting: QualityReport = { rebufferedMs: 0, errors: [] };

  /** Begins with the wish to watch. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#wishedAt = now();
  }

  /** The first picture is there; true at the first one. */
  started(): boolean {
    if (this.#started) return false;
    this.#started = true;
    this.#waiting.startMs = Math.round(this.#now() - this.#wishedAt);
    return true;
  }

  /** The browser wants a gesture first: how long its viewer takes says nothing of how the film starts. */
  waitsForViewer(): void {
    this.#started = true;
  }

  get hasStarted(): boolean {
    return this.#started;
  }

  /** For longer than promised, and without a picture so far. */
  get waitsInVain(): boolean {
    return !this.#started && this.#now() - this.#wishedAt > START_MS_PROMISED;
  }

  /** The film stands, though nobody asked it to; what comes before the first picture belongs to the start. */
  stalled(): void {
    if (this.#started) this.#stalledAt ??= this.#now();
  }

  /** It goes on, or the viewer did something else. */
  resumed(): void {
    if (this.#stalledAt === undefined) return;
    this.#waiting.rebufferedMs += Math.round(this.#now() - this.#stalledAt);
    this.#stalledAt = undefined;
  }

  failed(reason: string): void {
    if (this.#waiting.errors.length < ERRORS_MAX) this.#waiting.errors.push(errorKind(reason));
  }

  /** What was not told yet; the caller gives it back if it could not be told. */
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

  giveBack(report: QualityReport | undefined): void {
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
  AWAY: PlaybackErrorKind.AWAY,
  ACCESS: PlaybackErrorKind.REFUSED,
  MEDIA: PlaybackErrorKind.MEDIA,
  // CONTENT_UNSUPPORTED_BY_BROWSER
  SHAKA_4032: PlaybackErrorKind.UNSUPPORTED,
};

/** By the reason of a problem; the thousands of shaka's codes are its categories. */
function errorKind(reason: string): PlaybackErrorKind {
  const known = KINDS[reason];
  if (known !== undefined) return known;
  const category = /^SHAKA_(\d)\d{3}$/.exec(reason)?.[1];
  if (category === '1') return PlaybackErrorKind.NETWORK;
  if (category === '6') return PlaybackErrorKind.DRM;
  return category === undefined ? PlaybackErrorKind.UNSPECIFIED : PlaybackErrorKind.MEDIA;
}
