import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import type { Client } from '@connectrpc/connect';
import type { PremiereService } from '@marquee/contracts/film/v1/premiere_pb';
import type { Access } from '@marquee/contracts/film/v1/watch_pb';
import { PREMIERE_LIMITS, REACTIONS, type ReactionName } from '@marquee/rules/premieres';
import type { Signal } from '../../realtime/signals.ts';
import type { Opened } from '../player/licences.ts';
import { Store } from '../player/playback-state.ts';
import type { PremiereFacts } from './premiere-step.ts';
import { ServerClock } from './server-clock.ts';

export type RoomCalls = Pick<Client<typeof PremiereService>, 'getPremiere' | 'getServerTime' | 'attendPremiere'>;

export type RoomState = {
  premiere: PremiereFacts | undefined;
  /** People who are there; undefined until the server has said it. */
  here: number | undefined;
  /** What the viewer may do at the start; undefined until the server has said it, and for visitors. */
  access: Pick<Access, 'valid' | 'reason' | 'message'> | undefined;
  /** The last question was not answered. */
  failed: boolean;
};

/** Round trips by which a page learns the server's clock, beside those that it makes anyway, while those say too little. */
const CLOCK_ASKS = 4;
/** Two pages whose clocks are that wrong are still in step. */
const CLOCK_ERROR_MS_MAX = 50;
/** Visitors, who get no signals, ask again this often. */
const VISITOR_EVERY_MS = 30_000;
/** Everybody who hears that something changed without hearing what asks within this time, not all at once. */
const REFETCH_SPREAD_MS = 2_000;

type Options = {
  filmId: string;
  calls: RoomCalls;
  isSignedIn: boolean;
  /** What the page knows before the server is asked. */
  known: PremiereFacts | undefined;
  clock?: ServerClock;
  random?: () => number;
};

/** A page of a premiere: when it begins, who is there, and what they send. Open from `open` to `close`. */
export class PremiereRoom {
  readonly store: Store<RoomState>;
  readonly clock: ServerClock;
  readonly #options: Options;
  readonly #random: () => number;
  readonly #reacted = new Set<(kind: ReactionName, count: number) => void>();
  #closed = false;
  #attendEveryMs: number = PREMIERE_LIMITS.attendEveryMs;
  /** Questions in a row that were not answered. */
  #failures = 0;
  #opened: { startsAt: number; answer: Promise<Opened> } | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.clock = options.clock ?? new ServerClock();
    this.#random = options.random ?? Math.random;
    this.store = new Store<RoomState>({
      ...{ premiere: options.known, here: undefined, access: undefined, failed: false },
    });
  }

  async open(): Promise<void> {
    await this.refetch();
    if (this.#options.isSignedIn) this.#attendAgain();
    else this.#visitAgain();
    for (let asked = 0; asked < CLOCK_ASKS && !this.#closed && this.clock.errorMs() > CLOCK_ERROR_MS_MAX; asked++) {
      await this.clock
        .ask(
          () => this.#options.calls.getServerTime({}),
          ({ now }) => msOf(now),
        )
        .catch(() => undefined);
    }
  }

  close(): void {
    this.#closed = true;
  }

  /** Calls back with what others send, in counts. Returns the function that stops it. */
  onReactions(listener: (kind: ReactionName, count: number) => void): () => void {
    this.#reacted.add(listener);
    return () => void this.#reacted.delete(listener);
  }

  /** A signal of the premiere, or none where some may have been lost. */
  hear = (signal?: Signal): void => {
    const { startsAt, stopped, here, ...counts } = signal?.data ?? {};
    if (signal && startsAt) this.#apply(BigInt(signal.version), Date.parse(startsAt), stopped === 'yes');
    else if (here !== undefined) {
      this.store.set({ here: Number(here) });
      for (const kind of REACTIONS) {
        const count = Number(counts[kind] ?? 0);
        if (count > 0) for (const listener of this.#reacted) listener(kind, count);
      }
    } else if (!signal || isAhead(signal.version, this.store.get().premiere?.version))
      this.#refetchSoon(signal?.version);
  };

  /** Keeps the session of the film that was opened for its start at that time. */
  keepOpened(startsAt: number, answer: Promise<Opened>): void {
    answer.catch(() => undefined);
    this.#opened = { startsAt, answer };
  }

  /** The session that was opened for the start as it is now, once. */
  takeOpened(): Promise<Opened> | undefined {
    const opened = this.#opened;
    this.#opened = undefined;
    return opened?.startsAt === this.store.get().premiere?.startsAt ? opened?.answer : undefined;
  }

  async refetch(): Promise<void> {
    const { calls, filmId } = this.#options;
    try {
      const { premiere, here } = await this.clock.ask(
        () => calls.getPremiere({ filmId }),
        ({ now }) => msOf(now),
      );
      if (this.#closed || !premiere) return;
      const { version, preRollVideoUri: preRollUri, durationMs, stopped, filmReady, eventId, needsTicket } = premiere;
      if (version < (this.store.get().premiere?.version ?? 0n)) return;
      this.store.set({
        premiere: {
          ...{ version, preRollUri, durationMs, stopped, filmReady, eventId, needsTicket },
          ...{ preRollMs: premiere.preRollDuration * 1_000, startsAt: msOf(premiere.startsAt) ?? 0 },
        },
        ...{ here, failed: false },
      });
    } catch {
      if (!this.#closed) this.store.set({ failed: true });
    }
  }

  /** Asks again what the viewer may do, as after something was bought. */
  async attend(): Promise<void> {
    const { calls, filmId } = this.#options;
    try {
      const question = () => calls.attendPremiere({ filmId });
      const { access, version, startsAt, stopped, here, askAgainMs } = await this.clock.ask(question, ({ now }) =>
        msOf(now),
      );
      if (this.#closed) return;
      this.#failures = 0;
      this.#attendEveryMs = Math.max(PREMIERE_LIMITS.attendEveryMs, askAgainMs);
      this.store.set({ access: access && { ...access }, here, failed: false });
      const isNews = version > (this.store.get().premiere?.version ?? 0n);
      this.#apply(version, msOf(startsAt) ?? 0, stopped);
      if (isNews) this.#refetchSoon();
    } catch {
      this.#failures += 1;
      if (!this.#closed) this.store.set({ failed: true });
    }
  }

  /** What changed of the time; the rest is asked for. */
  #apply(version: bigint, startsAt: number, stopped: boolean): void {
    const { premiere } = this.store.get();
    if (!premiere || version <= premiere.version) return;
    this.store.set({ premiere: { ...premiere, version, startsAt, stopped } });
  }

  #attendAgain(): void {
    // A server that does not answer has too many questions.
    const laterMs = () => Math.min(PREMIERE_LIMITS.attendEveryMsMax, this.#attendEveryMs * 2 ** this.#failures);
    void this.attend().finally(() => this.#later(laterMs(), () => this.#attendAgain()));
  }

  #visitAgain(): void {
    this.#later(VISITOR_EVERY_MS, () => void this.refetch().finally(() => this.#visitAgain()));
  }

  #refetchSoon(version?: string): void {
    this.#later(this.#random() * REFETCH_SPREAD_MS, () => {
      // What changed may have been heard meanwhile.
      if (version && !isAhead(version, this.store.get().premiere?.version)) return;
      void this.refetch();
    });
  }

  #later(ms: number, act: () => void): void {
    setTimeout(() => {
      if (!this.#closed) act();
    }, ms);
  }
}

const msOf = (time: Timestamp | undefined): number | undefined => time && timestampDate(time).getTime();

const isAhead = (version: string, known: bigint | undefined): boolean =>
  /^\d+$/.test(version) && BigInt(version) > (known ?? 0n);
