import { DomainError } from '@marquee/runtime/errors';
import { FairQueue, type Waiter } from '@marquee/runtime/fair-queue';

/** Whose write it is. */
export type Writer = {
  /** The account that writes; undefined for services and visitors, who are not held to one write at a time. */
  account: string | undefined;
  /** The id that the write is about: most writes about one lock the same row. */
  aggregate: string | undefined;
};

export type WriteTurnsOptions = {
  /** Writes at once: the other connections are for reads and for work in the background. */
  runningMax: number;
};

/** An account writes one thing after the other: its writes never wait for each other's rows inside of the database. */
const PER_ACCOUNT_MAX = 1;
/** Writes about one aggregate at once, at most one of which holds its row. */
const PER_AGGREGATE_MAX = 2;
const PER_ACCOUNT_WAITING_MAX = 128;
const WAITING_MAX = 2_000;

/**
 * The turns of writes: who writes much, or what many write to, waits here instead of in a connection that others need.
 */
export class WriteTurns {
  readonly #runningMax: number;
  readonly #waiting = new FairQueue<Waiter & Writer>();
  readonly #waitingOf = new Counts();
  readonly #runningOf = new Counts();
  #running = 0;
  #visitors = 0;

  constructor({ runningMax }: WriteTurnsOptions) {
    this.#runningMax = runningMax;
  }

  /**
   * Runs the work when its turn comes.
   *
   * @param gone ends the wait, because nobody waits for the answer any more
   * @throws DomainError EXHAUSTED, TOO_MANY_WRITES when too many writes of the account wait; UNAVAILABLE, BUSY when too
   *   many wait in all
   */
  async run<T>(writer: Writer, gone: AbortSignal, work: () => Promise<T>): Promise<T> {
    gone.throwIfAborted();
    const { account } = writer;
    if (this.#waitingOf.count(account) >= PER_ACCOUNT_WAITING_MAX) throw tooManyWrites();
    if (this.#waiting.size >= WAITING_MAX) throw busy();
    // Visitors and services are no one holder: each of their writes takes its own turn.
    const holder = account ?? `other ${this.#visitors++}`;
    this.#waitingOf.add(account, 1);
    try {
      const turn = this.#waiting.wait({ ...writer, holder, rank: 0 }, gone);
      this.#beginNext();
      await turn;
    } finally {
      this.#waitingOf.add(account, -1);
    }
    try {
      return await work();
    } finally {
      this.#count(writer, -1);
      this.#beginNext();
    }
  }

  #beginNext(): void {
    while (this.#running < this.#runningMax) {
      const begun = this.#waiting.beginNext(
        ({ account, aggregate }) =>
          this.#runningOf.count(account) < PER_ACCOUNT_MAX && this.#runningOf.count(aggregate) < PER_AGGREGATE_MAX,
      );
      if (!begun) return;
      this.#count(begun, 1);
    }
  }

  #count({ account, aggregate }: Writer, change: 1 | -1): void {
    this.#running += change;
    this.#runningOf.add(account, change);
    if (aggregate !== account) this.#runningOf.add(aggregate, change);
  }
}

/** How many there are of each key; always none of undefined. */
class Counts {
  readonly #counts = new Map<string, number>();

  count(key: string | undefined): number {
    return key === undefined ? 0 : (this.#counts.get(key) ?? 0);
  }

  add(key: string | undefined, change: 1 | -1): void {
    if (key === undefined) return;
    const count = this.count(key) + change;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

function tooManyWrites(): DomainError {
  return new DomainError({
    kind: 'EXHAUSTED',
    reason: 'TOO_MANY_WRITES',
    message: 'You are doing too many things at once. Please wait a moment and try again.',
    metadata: { retryAfterS: '1' },
  });
}

function busy(): DomainError {
  return new DomainError({
    kind: 'UNAVAILABLE',
    reason: 'BUSY',
    message: 'The service is not available right now. Please try again in a moment.',
    metadata: { retryAfterS: '1' },
  });
}
