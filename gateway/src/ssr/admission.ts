import { performance } from 'node:perf_hooks';
import { busyEventLoop } from '@marquee/runtime/event-loop';
import { FairQueue, type Waiter } from '@marquee/runtime/fair-queue';
import { holderOf, networkOf } from '@marquee/runtime/network';
import { MinuteCounts } from '../minute-counts.ts';
import { Overloaded } from '../overloaded.ts';

/** Who waits for a page. */
export type Reader = {
  address: string;
  /** Who is signed in, as far as the gateway knows without asking: many of them may share an address. */
  account?: string | undefined;
};

export type AdmissionOptions = {
  /** Renders at once on a busy event loop: more would only make each of them later. */
  busyRunningMax: number;
  /** Renders at once while the event loop has time left, because they wait for services. */
  runningMax: number;
  /** A render that would wait longer than this for its turn is refused. */
  waitMsMax: number;
  /** Renders of one account or address, and of one network of strangers, that run or wait. */
  perAddressMax: number;
  perNetworkMax: number;
  /**
   * Renders a minute of one address, and of one network, that come before those of others who asked for more. Those
   * who asked for more than twice as many come a step later, for more than four times as many another step, and so on.
   */
  calmPerAddress: number;
  calmPerNetwork: number;
  /** Monotonic milliseconds. */
  now?: () => number;
  /** Whether the event loop has no time left. */
  isBusy?: () => boolean;
};

/** Signed in comes before an address that asks for little, and this before the others, by how much they ask. */
const RANK = { known: 0, calm: 1 };

/** How much the latest render counts in the average of their times. */
const LATEST_SHARE = 0.1;
/** The time of a render until one was measured. */
const RENDER_MS_AT_FIRST = 20;
/** A turn that waited this many times the allowed wait, because others of higher rank came, is taken next. */
const OVERDUE = 2;

/**
 * Decides which renders run, which wait and which are refused, so that a flood of some clients leaves the pages of
 * others fast: few run at once, a wait that would be too long is refused at its start, each address and network has a
 * share, and the addresses of one rank take turns.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #now: () => number;
  readonly #isBusy: () => boolean;
  readonly #waiting: FairQueue<Waiter>;
  readonly #held = new Map<string, number>();
  /** Renders asked for by address and by network. */
  readonly #asked: MinuteCounts;
  #running = 0;
  #renderMs = RENDER_MS_AT_FIRST;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#asked = new MinuteCounts(this.#now);
    this.#isBusy = options.isBusy ?? busyEventLoop(this.#now);
    this.#waiting = new FairQueue({ overdueMs: OVERDUE * options.waitMsMax, now: this.#now });
  }

  /** Whether `run` would refuse now: costs less than to try, when it is asked for every request of a flood. */
  refuses(reader: Reader): boolean {
    const { holder, network } = this.#keysOf(reader);
    const isRefused = this.#isRefused({ holder, rank: this.#rankOf(reader, holder, network) }, network);
    if (isRefused) for (const key of [holder, network]) this.#asked.add(key);
    return isRefused;
  }

  /** Renders that run, and renders that wait for their turn. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.size };
  }

  /**
   * Runs the work when its turn comes.
   *
   * @param gone ends the wait, because nobody needs the work any more; the wait rejects with its reason
   * @throws Overloaded at once, when the share of the reader is used up or the wait would be too long
   */
  async run<T>(reader: Reader, gone: AbortSignal, work: () => Promise<T>): Promise<T> {
    gone.throwIfAborted();
    const { holder, network } = this.#keysOf(reader);
    for (const key of [holder, network]) this.#asked.add(key);
    const waiter = { holder, rank: this.#rankOf(reader, holder, network) };
    if (this.#isRefused(waiter, network)) throw new Overloaded();
    this.#hold(holder, network, 1);
    try {
      const turn = this.#waiting.wait(waiter, gone);
      this.#beginNext();
      await turn;
      return await this.#timed(work);
    } finally {
      this.#hold(holder, network, -1);
    }
  }

  #isRefused(waiter: Waiter, network: string): boolean {
    const { perAddressMax, perNetworkMax, waitMsMax } = this.#options;
    const { holder } = waiter;
    if ((this.#held.get(holder) ?? 0) >= perAddressMax || (this.#held.get(network) ?? 0) >= perNetworkMax) return true;
    if (this.#hasRoom()) return false;
    return ((this.#waiting.before(waiter) + 1) * this.#renderMs) / this.#running > waitMsMax;
  }

  /** Whose share it is: that of the account, or those of the address and its network. */
  #keysOf({ address, account }: Reader): { holder: string; network: string } {
    if (account !== undefined) return { holder: `account ${account}`, network: `account ${account}/` };
    return { holder: holderOf(address), network: `${networkOf(address)}/` };
  }

  #rankOf({ account }: Reader, holder: string, network: string): number {
    if (account !== undefined) return RANK.known;
    const { calmPerAddress, calmPerNetwork } = this.#options;
    const share = Math.max(this.#asked.of(holder) / calmPerAddress, this.#asked.of(network) / calmPerNetwork, 1);
    return RANK.calm + Math.ceil(Math.log2(share));
  }

  #hold(holder: string, network: string, change: 1 | -1): void {
    for (const key of [holder, network]) {
      const held = (this.#held.get(key) ?? 0) + change;
      if (held > 0) this.#held.set(key, held);
      else this.#held.delete(key);
    }
  }

  #hasRoom(): boolean {
    const { busyRunningMax, runningMax } = this.#options;
    return this.#running < busyRunningMax || (this.#running < runningMax && !this.#isBusy());
  }

  #beginNext(): void {
    while (this.#hasRoom() && this.#waiting.beginNext(() => true)) this.#running += 1;
  }

  async #timed<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = this.#now();
    try {
      return await work();
    } finally {
      this.#renderMs += (this.#now() - startedAt - this.#renderMs) * LATEST_SHARE;
      this.#running -= 1;
      this.#beginNext();
    }
  }
}
