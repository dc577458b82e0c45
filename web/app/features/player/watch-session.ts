import { PlaybackEventKind, type PlaySource, type StartPlaybackResponse } from '@marquee/contracts/film/v1/watch_pb';
import { HEARTBEAT_INTERVAL_MS, viewAfterMs } from '@marquee/rules/watch';
import { refusalOf } from '../../api/api-error.ts';
import type { EventQueue } from './event-queue.ts';
import { playSource } from './play-source.ts';
import type { PlaybackQuality, QualityReport } from './playback-quality.ts';
import { versionOf } from './playback-url.ts';
import { accessProblem, isTransient, type Problem, problemOf, signedOut } from './problem.ts';

type AccessLike = { valid: boolean; signedUrl: string; reason: string; message: string; endedAt?: unknown };

/** The methods of WatchService that a session calls. */
export type WatchCalls = {
  startPlayback(request: {
    filmId: string;
    nativeHls: boolean;
    source: PlaySource;
    inStep: boolean;
  }): Promise<StartPlaybackResponse>;
  heartbeat(request: {
    playbackSessionId: string;
    positionMs: number;
    playedMs: number;
    paused: boolean;
    quality?: QualityReport;
  }): Promise<{ access?: AccessLike; heartbeatIntervalMs?: number }>;
};

export type PlayerPosition = { positionMs: number; playedMs: number; paused: boolean };

type Options = {
  calls: WatchCalls;
  queue: EventQueue;
  filmId: string;
  nativeHls: boolean;
  /** The film follows the clock of its premiere. */
  inStep?: boolean;
  started: StartPlaybackResponse;
  position: () => PlayerPosition;
  quality?: Pick<PlaybackQuality, 'take' | 'restore' | 'hasStarted' | 'isLate'>;
  onEnded: (problem: Problem) => void;
  /** Called once, when another version of the film plays by now: what was loaded does not play on. */
  onReplaced?: () => void;
  newId?: () => string;
  now?: () => number;
  random?: () => number;
};

/** An address older than this is renewed before use: heartbeats had stopped, as on a laptop that slept. */
const STALE_AFTER_MS = 90_000;

/** One playback session: heartbeats, a fresh signed address, events, and the counted view. */
export class WatchSession {
  readonly #options: Options;
  readonly #now: () => number;
  readonly #newId: () => string;
  #sessionId: string;
  #signedUrl: string;
  #renewedAt: number;
  #renewals = 0;
  #everyMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beating: Promise<void> | undefined;
  #viewed = false;
  #abandoned = false;
  #replaced = false;
  #left = false;
  /** The position last reported to the server; before the first report, the start position. */
  #reportedMs: number;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#newId = options.newId ?? (() => crypto.randomUUID());
    this.#sessionId = options.started.playbackSessionId;
    this.#signedUrl = options.started.access?.signedUrl ?? '';
    this.#renewedAt = this.#now();
    this.#everyMs = options.started.heartbeatIntervalMs || HEARTBEAT_INTERVAL_MS;
    this.#reportedMs = options.started.resumePositionMs;
  }

  get id(): string {
    return this.#sessionId;
  }

  get signedUrl(): string {
    return this.#signedUrl;
  }

  /**
   * Heartbeats continue while the film is paused, so that a long pause does not end the session. In step thousands begin in
   * one second, so that the first comes at a time of its own.
   */
  start(): void {
    const { inStep, random = Math.random, queue } = this.#options;
    const beatIn = (ms: number) => {
      this.#timer = setTimeout(() => {
        beatIn(this.#everyMs);
        void this.beat();
      }, ms);
    };
    beatIn(inStep ? random() * this.#everyMs : this.#everyMs);
    void queue.send(this.#sessionId);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** The signed address, renewed first when it is stale. */
  async freshUrl(): Promise<string> {
    if (this.#now() - this.#renewedAt > STALE_AFTER_MS) await this.beat();
    return this.#signedUrl;
  }

  /** Requests a new address after the edge refused the current one. False when there is none. */
  async renew(): Promise<boolean> {
    const before = this.#renewals;
    await this.beat();
    return !this.#closed && this.#renewals > before;
  }

  /** Sends a heartbeat; overlapping calls share one. */
  beat(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = undefined;
    });
    return this.#beating;
  }

  /** The page is left: the position is stored first, then sent if there is time. */
  leave(): void {
    const { quality } = this.#options;
    // Before the first frame there is no position to report.
    if (quality && !quality.hasStarted) {
      if (quality.isLate) this.#abandon();
      return;
    }
    const position = whole(this.#options.position());
    if (!position.paused) {
      this.record(PlaybackEventKind.PAUSE);
    } else if (position.positionMs !== this.#reportedMs) {
      // A seek in a paused film changes where it resumes.
      this.#keepPosition(position);
      void this.#options.queue.send();
    }
  }

  /** The player is gone: its playback has ended, and nothing plays from its address any more. Said once. */
  left(): void {
    if (this.#left) return;
    this.#left = true;
    this.#add(PlaybackEventKind.LEFT, whole(this.#options.position()));
  }

  record(kind: PlaybackEventKind): void {
    const position = this.#options.position();
    this.#reportedMs = Math.round(position.positionMs);
    this.#add(kind, position);
  }

  /**
   * Playback has started. Reported at once, so that a viewer who leaves before the next heartbeat is counted; in step by the
   * first heartbeat.
   */
  started(): void {
    if (!this.#options.inStep) void this.beat();
  }

  /** Playback failed. Reported at once: the viewer may leave before the next heartbeat. */
  failed(): void {
    if (this.#options.quality?.hasStarted === false) this.#abandon();
    void this.beat();
  }

  /** Takes the time played so far; counts the view once per session. */
  played(playedMs: number, prerollMs = 0): void {
    if (this.#viewed || playedMs < viewAfterMs(this.#options.started.durationMs) + prerollMs) return;
    this.#viewed = true;
    this.#options.queue.addView(this.#sessionId, this.#options.filmId, playedMs);
    void this.#options.queue.send(this.#sessionId);
  }

  /** Recorded as an event, which is sent later when there is no network now: that may be why playback did not start. */
  #abandon(): void {
    if (this.#abandoned) return;
    this.#abandoned = true;
    this.#add(PlaybackEventKind.GIVEN_UP, this.#options.position());
  }

  async #beat(): Promise<void> {
    const { calls, queue } = this.#options;
    const position = whole(this.#options.position());
    const quality = this.#options.quality?.take();
    try {
      const report = { playbackSessionId: this.#sessionId, ...position, ...(quality && { quality }) };
      const answer = await calls.heartbeat(report);
      this.#reportedMs = position.positionMs;
      this.#everyMs = answer.heartbeatIntervalMs || this.#everyMs;
      queue.forgetPosition(this.#sessionId);
      this.#take(answer.access);
      void queue.send(this.#sessionId);
    } catch (cause) {
      this.#options.quality?.restore(quality);
      if (isTransient(cause)) this.#keepPosition(position);
      else if (refusalOf(cause).code === 'Unauthenticated') this.#end(signedOut());
      else await this.#startAgain();
    }
  }

  /** The server no longer has the session: continues in a new one if the viewer still has access. */
  async #startAgain(): Promise<void> {
    const { calls, filmId, nativeHls, inStep = false } = this.#options;
    try {
      const started = await calls.startPlayback({ filmId, nativeHls, source: playSource(filmId), inStep });
      if (started.access?.valid) this.#sessionId = started.playbackSessionId;
      this.#take(started.access);
    } catch (cause) {
      if (!isTransient(cause)) this.#end(problemOf(cause));
    }
  }

  #take(access: AccessLike | undefined): void {
    if (!access?.valid) {
      this.#end(accessProblem(access));
      return;
    }
    if (access.signedUrl) this.#adopt(access.signedUrl);
    this.#renewedAt = this.#now();
    this.#renewals += 1;
  }

  #adopt(signedUrl: string): void {
    const [before, now] = [versionOf(this.#signedUrl), versionOf(signedUrl)];
    this.#signedUrl = signedUrl;
    if (this.#closed || this.#replaced || before === undefined || before === now) return;
    this.#replaced = true;
    this.#options.onReplaced?.();
  }

  #add(kind: PlaybackEventKind, { positionMs, playedMs }: PlayerPosition): void {
    const event = { id: this.#newId(), kind, timeMs: positionMs, playedMs, at: this.#now() };
    this.#options.queue.add(this.#sessionId, this.#options.filmId, event);
    // What happens to everybody at once goes out with the next heartbeat.
    if (!this.#options.inStep || kind !== PlaybackEventKind.PLAY) void this.#options.queue.send(this.#sessionId);
  }

  #keepPosition({ positionMs, playedMs }: PlayerPosition): void {
    const event = { id: this.#newId(), kind: PlaybackEventKind.PAUSE, timeMs: positionMs, playedMs, at: this.#now() };
    this.#options.queue.keepPosition(this.#sessionId, this.#options.filmId, event);
  }

  #end(problem: Problem): void {
    if (this.#closed) return;
    this.close();
    this.#options.onEnded(problem);
  }
}

function whole(position: PlayerPosition): PlayerPosition {
  return { ...position, positionMs: Math.round(position.positionMs), playedMs: Math.round(position.playedMs) };
}
