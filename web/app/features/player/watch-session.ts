import { PlaybackEventKind, type StartPlaybackResponse } from '@marquee/contracts/film/v1/watch_pb';
import { HEARTBEAT_INTERVAL_MS, VIEW_AFTER_MS } from '@marquee/rules/watch';
import { refusalOf } from '../../api/api-error.ts';
import type { EventQueue } from './event-queue.ts';
import type { PlaybackQuality, QualityReport } from './playback-quality.ts';
import { accessProblem, isTransient, type Problem, problemOf, signedOut } from './problem.ts';

type AccessLike = { valid: boolean; signedUrl: string; reason: string; message: string };

/** What a session needs of the WatchService client. */
export type WatchCalls = {
  startPlayback(request: { filmId: string; nativeHls: boolean }): Promise<StartPlaybackResponse>;
  heartbeat(request: {
    playbackSessionId: string;
    positionMs: number;
    playedMs: number;
    paused: boolean;
    quality?: QualityReport;
  }): Promise<{ access?: AccessLike }>;
};

export type PlayerPosition = { positionMs: number; playedMs: number; paused: boolean };

type Options = {
  calls: WatchCalls;
  queue: EventQueue;
  filmId: string;
  nativeHls: boolean;
  started: StartPlaybackResponse;
  position: () => PlayerPosition;
  quality?: Pick<PlaybackQuality, 'take' | 'giveBack' | 'hasStarted' | 'waitsInVain'>;
  onEnded: (problem: Problem) => void;
  newId?: () => string;
  now?: () => number;
};

/** An address older than this is renewed before it is used: heartbeats stood still, as on a laptop that slept. */
const STALE_AFTER_MS = 90_000;

/** One playback session: heartbeats, a signed address that stays fresh, events, and the view. */
export class WatchSession {
  readonly #options: Options;
  readonly #now: () => number;
  readonly #newId: () => string;
  #sessionId: string;
  #signedUrl: string;
  #renewedAt: number;
  #renewals = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #beating: Promise<void> | undefined;
  #viewed = false;
  #givenUp = false;
  /** Where the server last heard that the film stands; before it heard anything, where it began. */
  #toldMs: number;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#newId = options.newId ?? (() => crypto.randomUUID());
    this.#sessionId = options.started.playbackSessionId;
    this.#signedUrl = options.started.access?.signedUrl ?? '';
    this.#renewedAt = this.#now();
    this.#toldMs = options.started.resumePositionMs;
  }

  get id(): string {
    return this.#sessionId;
  }

  get signedUrl(): string {
    return this.#signedUrl;
  }

  /** Heartbeats go on while the film is paused, so that a long pause breaks nothing. */
  start(): void {
    const everyMs = this.#options.started.heartbeatIntervalMs || HEARTBEAT_INTERVAL_MS;
    this.#timer = setInterval(() => void this.beat(), everyMs);
    void this.#options.queue.send(this.#sessionId);
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
  }

  /** The signed address, renewed first when it is old. */
  async freshUrl(): Promise<string> {
    if (this.#now() - this.#renewedAt > STALE_AFTER_MS) await this.beat();
    return this.#signedUrl;
  }

  /** Asks for a new address now, after the edge refused the old one. False when there is none. */
  async renew(): Promise<boolean> {
    const before = this.#renewals;
    await this.beat();
    return !this.#closed && this.#renewals > before;
  }

  /** One heartbeat; those that overlap share an answer. */
  beat(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = undefined;
    });
    return this.#beating;
  }

  /** The page goes away: where the film stands is written down first, then sent if there is time. */
  leave(): void {
    const { quality } = this.#options;
    // Nobody has moved in what has not begun.
    if (quality && !quality.hasStarted) {
      if (quality.waitsInVain) this.#giveUp();
      return;
    }
    const position = whole(this.#options.position());
    if (!position.paused) {
      this.record(PlaybackEventKind.PAUSE);
    } else if (position.positionMs !== this.#toldMs) {
      // Somebody who looked for a scene in a paused film comes back to it.
      this.#keepPosition(position);
      void this.#options.queue.send();
    }
  }

  record(kind: PlaybackEventKind): void {
    const position = this.#options.position();
    this.#toldMs = Math.round(position.positionMs);
    this.#add(kind, position);
  }

  /** The film has begun. Told at once: who leaves before the next heartbeat has seen it begin too. */
  started(): void {
    void this.beat();
  }

  /** The film does not play. Told at once: its viewer may not stay until the next heartbeat. */
  failed(): void {
    if (this.#options.quality?.hasStarted === false) this.#giveUp();
    void this.beat();
  }

  /** Tells how much was really played; marks the view once per session. */
  played(playedMs: number, prerollMs = 0): void {
    if (this.#viewed || playedMs < VIEW_AFTER_MS + prerollMs) return;
    this.#viewed = true;
    this.#options.queue.addView(this.#sessionId, this.#options.filmId, playedMs);
    void this.#options.queue.send(this.#sessionId);
  }

  /** An event: it is told later where there is no line now, which may be why no picture came. */
  #giveUp(): void {
    if (this.#givenUp) return;
    this.#givenUp = true;
    this.#add(PlaybackEventKind.GIVEN_UP, this.#options.position());
  }

  async #beat(): Promise<void> {
    const { calls, queue } = this.#options;
    const position = whole(this.#options.position());
    const quality = this.#options.quality?.take();
    try {
      const told = { playbackSessionId: this.#sessionId, ...position, ...(quality && { quality }) };
      const answer = await calls.heartbeat(told);
      this.#toldMs = position.positionMs;
      queue.forgetPosition(this.#sessionId);
      this.#take(answer.access);
      void queue.send(this.#sessionId);
    } catch (cause) {
      this.#options.quality?.giveBack(quality);
      if (isTransient(cause)) this.#keepPosition(position);
      else if (refusalOf(cause).code === 'Unauthenticated') this.#end(signedOut());
      else await this.#startAgain();
    }
  }

  /** The server no longer knows the session; the film goes on in a new one if the viewer still may. */
  async #startAgain(): Promise<void> {
    const { calls, filmId, nativeHls } = this.#options;
    try {
      const started = await calls.startPlayback({ filmId, nativeHls });
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
    if (access.signedUrl) this.#signedUrl = access.signedUrl;
    this.#renewedAt = this.#now();
    this.#renewals += 1;
  }

  #add(kind: PlaybackEventKind, { positionMs, playedMs }: PlayerPosition): void {
    const event = { id: this.#newId(), kind, timeMs: positionMs, playedMs, at: this.#now() };
    this.#options.queue.add(this.#sessionId, this.#options.filmId, event);
    void this.#options.queue.send(this.#sessionId);
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
