import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { PlaybackEventKind } from '@marquee/contracts/film/v1/watch_pb';
import { PLAYBACK_EVENTS_MAX } from '@marquee/rules/watch';
import { refusalOf } from '../../api/api-error.ts';
import { EVENTS_PREFIX } from './has-waiting-events.ts';
import { isTransient } from './problem.ts';

/** The methods of WatchService that the queue calls. */
export type EventSink = {
  recordPlaybackEvents(request: {
    playbackSessionId: string;
    filmId: string;
    events: {
      eventId: string;
      event: PlaybackEventKind;
      timeMs: number;
      playedMs: number;
      occurredAt: ReturnType<typeof timestampFromDate>;
    }[];
  }): Promise<unknown>;
  markView(request: { playbackSessionId: string; playedMs: number }): Promise<{ counted: boolean }>;
};

type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export type QueuedEvent = { id: string; kind: PlaybackEventKind; timeMs: number; playedMs: number; at: number };
type Waiting = {
  filmId: string;
  /** The account that watches; others of this browser do not send its events. */
  owner?: string | undefined;
  events: QueuedEvent[];
  viewPlayedMs?: number;
  viewTries?: number;
  last?: QueuedEvent;
  touched: number;
};

const EVENTS_MAX = 600;
const AGE_DAYS_MAX = 14;
const VIEW_TRIES_MAX = 20;

/** After a sign-out what waits is kept for the viewer's return; any other refusal that does not pass is final. */
const isKept = (cause: unknown): boolean => isTransient(cause) || refusalOf(cause).code === 'Unauthenticated';

/**
 * Playback events that wait to be sent. They are stored first, so that what happens offline or while a tab closes is sent
 * later; each has an id made here, so that the server counts it once [WAT-17].
 */
export class EventQueue {
  readonly #storage: KeyStore;
  readonly #sink: EventSink;
  readonly #now: () => number;
  readonly #owner: string | undefined;
  #sending: Promise<void> | undefined;
  #again = false;

  constructor(options: { storage: KeyStore; sink: EventSink; owner?: string | undefined; now?: () => number }) {
    this.#owner = options.owner;
    this.#storage = options.storage;
    this.#sink = options.sink;
    this.#now = options.now ?? Date.now;
  }

  add(sessionId: string, filmId: string, event: QueuedEvent): void {
    this.#change(sessionId, filmId, (waiting) => {
      // What ends the session comes after where it stopped.
      if (waiting.last && event.kind === PlaybackEventKind.LEFT) waiting.events.push(waiting.last);
      waiting.events.push(event);
      if (waiting.events.length > EVENTS_MAX) waiting.events.splice(0, waiting.events.length - EVENTS_MAX);
      waiting.last = undefined;
    });
  }

  /** Stores the latest position while the network is down; it is sent as a pause if the page was closed meanwhile. */
  keepPosition(sessionId: string, filmId: string, position: QueuedEvent): void {
    this.#change(sessionId, filmId, (waiting) => {
      waiting.last = position;
    });
  }

  forgetPosition(sessionId: string): void {
    const waiting = this.#read(sessionId);
    if (waiting?.last) this.#write(sessionId, { ...waiting, last: undefined });
  }

  addView(sessionId: string, filmId: string, playedMs: number): void {
    this.#change(sessionId, filmId, (waiting) => {
      waiting.viewPlayedMs = playedMs;
    });
  }

  /** Sends all stored events, those of earlier sessions too. Never throws: what could not be sent stays stored. */
  send(liveSessionId?: string): Promise<void> {
    if (this.#sending) {
      this.#again = true;
      return this.#sending;
    }
    this.#sending = this.#sendAll(liveSessionId).finally(() => {
      this.#sending = undefined;
      if (this.#again) {
        this.#again = false;
        void this.send(liveSessionId);
      }
    });
    return this.#sending;
  }

  async #sendAll(liveSessionId: string | undefined): Promise<void> {
    for (const sessionId of this.#sessions()) {
      const waiting = this.#read(sessionId);
      if (!waiting) continue;
      if (this.#now() - waiting.touched > AGE_DAYS_MAX * 86_400_000) {
        this.#storage.removeItem(EVENTS_PREFIX + sessionId);
        continue;
      }
      if (waiting.owner && waiting.owner !== this.#owner) continue;
      const leftOver = sessionId !== liveSessionId && waiting.last;
      if (leftOver) this.add(sessionId, waiting.filmId, waiting.last as QueuedEvent);
      try {
        await this.#sendSession(sessionId);
      } catch (cause) {
        if (isKept(cause)) return;
        this.#storage.removeItem(EVENTS_PREFIX + sessionId);
      }
    }
  }

  async #sendSession(sessionId: string): Promise<void> {
    for (let waiting = this.#read(sessionId); waiting && waiting.events.length > 0; waiting = this.#read(sessionId)) {
      const batch = waiting.events.slice(0, PLAYBACK_EVENTS_MAX);
      const sent = new Set(await this.#sendBatch(sessionId, waiting.filmId, batch));
      const now = this.#read(sessionId);
      if (now) this.#write(sessionId, { ...now, events: now.events.filter((event) => !sent.has(event.id)) });
    }
    await this.#sendView(sessionId);
  }

  /** The ids of what needs no further sending. */
  async #sendBatch(sessionId: string, filmId: string, batch: readonly QueuedEvent[]): Promise<string[]> {
    try {
      await this.#sink.recordPlaybackEvents({
        ...{ playbackSessionId: sessionId, filmId },
        events: batch.map(({ id, kind, timeMs, playedMs, at }) => ({
          ...{ eventId: id, event: kind, timeMs: Math.round(timeMs), playedMs: Math.round(playedMs) },
          occurredAt: timestampFromDate(new Date(at)),
        })),
      });
      return batch.map(({ id }) => id);
    } catch (cause) {
      // A server from before this kind refuses all that comes with it: that goes again without it. The end of a session is
      // not sent apart from the beginning, because a page that closes has time for one call.
      const ends = batch.filter(({ kind }) => kind === PlaybackEventKind.LEFT).map(({ id }) => id);
      if (isKept(cause) || ends.length === 0) throw cause;
      return ends;
    }
  }

  /** The server counts a view only after enough heartbeats of its session, so an uncounted one is sent again. */
  async #sendView(sessionId: string): Promise<void> {
    const playedMs = this.#read(sessionId)?.viewPlayedMs;
    if (playedMs === undefined) return;
    const { counted } = await this.#sink.markView({ playbackSessionId: sessionId, playedMs: Math.round(playedMs) });
    const now = this.#read(sessionId);
    if (!now) return;
    const tries = (now.viewTries ?? 0) + 1;
    const done = counted || tries >= VIEW_TRIES_MAX;
    this.#write(sessionId, { ...now, viewPlayedMs: done ? undefined : playedMs, viewTries: tries });
  }

  #sessions(): string[] {
    const keys = Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index));
    return keys
      .filter((key) => key?.startsWith(EVENTS_PREFIX))
      .map((key) => (key as string).slice(EVENTS_PREFIX.length));
  }

  #read(sessionId: string): Waiting | undefined {
    try {
      const text = this.#storage.getItem(EVENTS_PREFIX + sessionId);
      return text === null ? undefined : (JSON.parse(text) as Waiting);
    } catch {
      this.#storage.removeItem(EVENTS_PREFIX + sessionId);
      return undefined;
    }
  }

  #change(sessionId: string, filmId: string, change: (waiting: Waiting) => void): void {
    const waiting = this.#read(sessionId) ?? { filmId, owner: this.#owner, events: [], touched: 0 };
    change(waiting);
    this.#write(sessionId, { ...waiting, touched: this.#now() });
  }

  #write(sessionId: string, waiting: Waiting): void {
    const empty = waiting.events.length === 0 && waiting.viewPlayedMs === undefined && !waiting.last;
    try {
      if (empty) this.#storage.removeItem(EVENTS_PREFIX + sessionId);
      else this.#storage.setItem(EVENTS_PREFIX + sessionId, JSON.stringify(waiting));
    } catch {
      // A full storage loses stored events; playback continues.
      this.#storage.removeItem(EVENTS_PREFIX + sessionId);
    }
  }
}
