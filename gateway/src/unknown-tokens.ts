import { atMost } from '@marquee/runtime/at-most';
import { FairQueue, type Waiter } from '@marquee/runtime/fair-queue';
import { holderOf, networkOf } from '@marquee/runtime/network';
import { LRUCache } from 'lru-cache';
import { MinuteCounts } from './minute-counts.ts';
import { Overloaded } from './overloaded.ts';

/** Questions about unknown tokens at once, and those of addresses that sent many wrong ones. */
const ASKING_MAX = 16;
const SUSPECTS_ASKING_MAX = 1;
/** Questions of one network that sent many wrong ones, asked or waiting. */
const PER_SUSPECT_NETWORK_MAX = 8;
/** Wrong tokens a minute after which an address, and a network, is a suspect. More than browsers with ended sessions send. */
const WRONG_PER_ADDRESS = 20;
const WRONG_PER_NETWORK = 60;
/** How long and how many wrong tokens are remembered. */
const WRONG_MS = 10_000;
const WRONG_MAX = 10_000;

/** Those of an address that sent few wrong tokens come before those of suspects. */
const RANK = { calm: 0, suspect: 1 };

/**
 * Asks about session tokens that were never seen to be good, so that made-up ones do not keep identity busy: few are asked
 * at once, the addresses take turns, a wrong one is not asked again for seconds, and an address that sends many wrong ones
 * is asked for one after the other.
 */
export class UnknownTokens {
  readonly #queue: FairQueue<Waiter>;
  readonly #wrong: LRUCache<string, number>;
  readonly #now: () => number;
  readonly #wrongOf: MinuteCounts;
  /** Questions of suspects by network, asked or waiting. */
  readonly #held = new Map<string, number>();
  #asking = 0;
  #suspectsAsking = 0;

  /** @param now monotonic milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#wrongOf = new MinuteCounts(now);
    this.#queue = new FairQueue({ now });
    this.#wrong = new LRUCache(atMost(WRONG_MAX));
  }

  /**
   * The answer to the question, when its turn comes; undefined without a question for a token that was wrong just now.
   *
   * @param gone ends the wait; it rejects with its reason
   * @throws Overloaded when the address or its network sent many wrong tokens and too many of its questions wait
   */
  async ask<T>(token: string, address: string, gone: AbortSignal, question: () => Promise<T | undefined>) {
    if (this.#isWrong(token)) return undefined;
    const [holder, network] = [holderOf(address), `${networkOf(address)}/`];
    const isSuspect = this.#wrongOf.of(holder) >= WRONG_PER_ADDRESS || this.#wrongOf.of(network) >= WRONG_PER_NETWORK;
    const answer = isSuspect
      ? await this.#heldBy(network, () => this.#inTurn({ holder, rank: RANK.suspect }, gone, question))
      : await this.#inTurn({ holder, rank: RANK.calm }, gone, question);
    if (answer === undefined) {
      this.#wrong.set(token, this.#now());
      for (const key of [holder, network]) this.#wrongOf.add(key);
    }
    return answer;
  }

  /** The token may be good from now on. */
  forget(token: string): void {
    this.#wrong.delete(token);
  }

  #isWrong(token: string): boolean {
    const at = this.#wrong.get(token);
    return at !== undefined && this.#now() - at < WRONG_MS;
  }

  async #heldBy<T>(network: string, work: () => Promise<T>): Promise<T> {
    const held = this.#held.get(network) ?? 0;
    if (held >= PER_SUSPECT_NETWORK_MAX) throw new Overloaded();
    this.#held.set(network, held + 1);
    try {
      return await work();
    } finally {
      const left = (this.#held.get(network) ?? 0) - 1;
      if (left > 0) this.#held.set(network, left);
      else this.#held.delete(network);
    }
  }

  async #inTurn<T>(waiter: Waiter, gone: AbortSignal, question: () => Promise<T>): Promise<T> {
    const turn = this.#queue.wait(waiter, gone);
    this.#beginNext();
    await turn;
    try {
      return await question();
    } finally {
      this.#count(waiter, -1);
      this.#beginNext();
    }
  }

  #beginNext(): void {
    while (this.#asking < ASKING_MAX) {
      const mayBegin = ({ rank }: Waiter) => rank === RANK.calm || this.#suspectsAsking < SUSPECTS_ASKING_MAX;
      const begun = this.#queue.beginNext(mayBegin);
      if (!begun) return;
      this.#count(begun, 1);
    }
  }

  #count({ rank }: Waiter, change: 1 | -1): void {
    this.#asking += change;
    if (rank === RANK.suspect) this.#suspectsAsking += change;
  }
}
