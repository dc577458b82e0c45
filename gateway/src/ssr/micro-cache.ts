import { LRUCache } from 'lru-cache';

/** The result of a fill, and how it may be used. */
export type Filled<T> = {
  value: T;
  bytes: number;
  /** May be cached for later requests. */
  storable: boolean;
  /** May be given to other requests that wait for it now. False for what is meant for one browser. */
  shareable: boolean;
};

export type MicroCacheOptions = {
  /** Age, counted from the start of the fill, after which an entry is not served. */
  lifeMs: number;
  bytesMax: number;
  entryBytesMax: number;
  /** Monotonic milliseconds. */
  now?: () => number;
};

export type Wanted<T> = {
  tags: readonly string[];
  /** @param unwanted aborts when nobody waits for the fill any more */
  fill: (unwanted: AbortSignal) => Promise<Filled<T>>;
  /** Aborts when this request waits no longer; `load` then rejects with its reason. */
  gone: AbortSignal;
  /** Only what began to be filled after this instant will do. */
  after?: number | undefined;
};

type Entry<T> = { value: T; tags: readonly string[]; startedAt: number; bytes: number };

type Flight<T> = {
  tags: readonly string[];
  startedAt: number;
  made: Promise<Filled<T>>;
  overtaken: boolean;
  waiting: number;
  unwanted: AbortController;
};

/**
 * A cache of finished pages for seconds. One fill per key at a time; bounded in bytes; dropped by tag. A fill that was
 * running when its tag was dropped is given to the requests that wait for it, and not cached.
 */
export class MicroCache<T> {
  readonly #entries: LRUCache<string, Entry<T>>;
  readonly #joinable = new Map<string, Flight<T>>();
  readonly #options: MicroCacheOptions;
  readonly #now: () => number;

  constructor(options: MicroCacheOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#entries = new LRUCache({
      maxSize: options.bytesMax,
      maxEntrySize: options.entryBytesMax,
      sizeCalculation: (entry) => entry.bytes,
    });
  }

  /** The entry, unless it is missing, expired, or began to be filled before `after`. */
  get(key: string, after = Number.NEGATIVE_INFINITY): T | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.startedAt > Math.max(after, this.#now() - this.#options.lifeMs) ? entry.value : undefined;
  }

  /** Whether a request that comes now would join a fill. */
  isFilling(key: string): boolean {
    return this.#joinable.has(key);
  }

  /** The entry, or the result of one fill that simultaneous requests share. A fill that nobody waits for is aborted. */
  async load(key: string, wanted: Wanted<T>): Promise<T> {
    const kept = this.get(key, wanted.after);
    if (kept !== undefined) return kept;
    const joined = this.#joinable.get(key);
    if (joined && joined.startedAt > (wanted.after ?? Number.NEGATIVE_INFINITY)) {
      const made = await this.#wait(joined, wanted.gone);
      return made.shareable ? made.value : (await wanted.fill(wanted.gone)).value;
    }
    if (joined) this.#overtake(key, joined);
    return (await this.#wait(this.#start(key, wanted), wanted.gone)).value;
  }

  /** Drops the entries with one of these tags; running fills with one are not cached. */
  drop(tags: readonly string[]): void {
    const isDropped = ({ tags: own }: { tags: readonly string[] }) => own.some((tag) => tags.includes(tag));
    for (const [key, entry] of [...this.#entries.entries()]) if (isDropped(entry)) this.#entries.delete(key);
    for (const [key, flight] of [...this.#joinable]) if (isDropped(flight)) this.#overtake(key, flight);
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  #start(key: string, { tags, fill }: Wanted<T>): Flight<T> {
    const startedAt = this.#now();
    const unwanted = new AbortController();
    const made = fill(unwanted.signal);
    const flight: Flight<T> = { tags, startedAt, made, overtaken: false, waiting: 0, unwanted };
    this.#joinable.set(key, flight);
    const land = (filled?: Filled<T>) => {
      if (filled?.storable && !flight.overtaken) {
        this.#entries.set(key, { value: filled.value, tags, startedAt, bytes: filled.bytes });
      }
      this.#overtake(key, flight);
    };
    made.then(land, () => land());
    unwanted.signal.addEventListener('abort', () => this.#overtake(key, flight), { once: true });
    return flight;
  }

  /** From now on nobody joins the fill, and its result is not cached. */
  #overtake(key: string, flight: Flight<T>): void {
    flight.overtaken = true;
    if (this.#joinable.get(key) === flight) this.#joinable.delete(key);
  }

  #wait(flight: Flight<T>, gone: AbortSignal): Promise<Filled<T>> {
    flight.waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = () => {
        flight.waiting -= 1;
        if (flight.waiting === 0) flight.unwanted.abort(gone.reason);
        reject(gone.reason);
      };
      if (gone.aborted) return leave();
      gone.addEventListener('abort', leave, { once: true });
      const stay = () => gone.removeEventListener('abort', leave);
      flight.made.finally(stay).then(resolve, reject);
    });
  }
}
