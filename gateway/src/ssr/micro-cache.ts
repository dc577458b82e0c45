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

type Entry<T> = { value: T; tags: readonly string[]; endsAt: number; bytes: number };

type Flight<T> = { tags: readonly string[]; made: Promise<Filled<T>>; overtaken: boolean };

/**
 * A cache of finished pages for seconds. One fill per key at a time; bounded in bytes; dropped by tag. A fill that was
 * running when its tag was dropped is given to the requests that wait for it, and not cached.
 */
export class MicroCache<T> {
  readonly #entries: LRUCache<string, Entry<T>>;
  readonly #keysByTag = new Map<string, Set<string>>();
  readonly #joinable = new Map<string, Flight<T>>();
  readonly #flights = new Set<Flight<T>>();
  readonly #options: MicroCacheOptions;
  readonly #now: () => number;

  constructor(options: MicroCacheOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#entries = new LRUCache({
      maxSize: options.bytesMax,
      maxEntrySize: options.entryBytesMax,
      sizeCalculation: (entry) => entry.bytes,
      dispose: (entry, key) => this.#forgetTags(key, entry.tags),
    });
  }

  /** The entry, unless it is missing or expired. */
  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.endsAt > this.#now()) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  /** The entry, or the result of one fill that simultaneous requests share. */
  async load(key: string, tags: readonly string[], fill: () => Promise<Filled<T>>): Promise<T> {
    const kept = this.get(key);
    if (kept !== undefined) return kept;
    const joined = this.#joinable.get(key);
    if (!joined) return (await this.#start(key, tags, fill).made).value;
    const made = await joined.made;
    return made.shareable ? made.value : (await fill()).value;
  }

  /** Fills again, ignoring the entry and any fill that began earlier. */
  async refresh(key: string, tags: readonly string[], fill: () => Promise<Filled<T>>): Promise<T> {
    const earlier = this.#joinable.get(key);
    if (earlier) earlier.overtaken = true;
    return (await this.#start(key, tags, fill).made).value;
  }

  /** Drops the entries with one of these tags; running fills with one are not cached. */
  drop(tags: readonly string[]): void {
    const dropped = new Set(tags);
    for (const tag of dropped) for (const key of [...(this.#keysByTag.get(tag) ?? [])]) this.#entries.delete(key);
    for (const flight of this.#flights) if (flight.tags.some((tag) => dropped.has(tag))) flight.overtaken = true;
    for (const [key, flight] of this.#joinable) if (flight.overtaken) this.#joinable.delete(key);
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  #start(key: string, tags: readonly string[], fill: () => Promise<Filled<T>>): Flight<T> {
    const endsAt = this.#now() + this.#options.lifeMs;
    const flight: Flight<T> = { tags, overtaken: false, made: fill() };
    this.#flights.add(flight);
    this.#joinable.set(key, flight);
    const land = (filled?: Filled<T>) => {
      this.#flights.delete(flight);
      if (this.#joinable.get(key) === flight) this.#joinable.delete(key);
      if (filled?.storable && !flight.overtaken)
        this.#keep(key, { value: filled.value, tags, endsAt, bytes: filled.bytes });
    };
    flight.made.then(land, () => land());
    return flight;
  }

  #keep(key: string, entry: Entry<T>): void {
    this.#entries.set(key, entry);
    if (!this.#entries.has(key)) return;
    for (const tag of entry.tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set();
      this.#keysByTag.set(tag, keys.add(key));
    }
  }

  #forgetTags(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }
}
