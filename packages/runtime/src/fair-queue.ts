/** Who waits: holders of the same rank take turns, a lower rank comes first. */
export type Waiter = { holder: string; rank: number };

export type FairQueueOptions = {
  /** A turn that waited this long, because others of lower rank came, is next. Never, unless set. */
  overdueMs?: number;
  /** Monotonic milliseconds. */
  now?: () => number;
};

type Turn<W extends Waiter> = { of: W; round: number; since: number; begin: () => void };

/**
 * A queue in which everybody's first turn comes before anybody's second, whatever the order of arrival. It is scanned
 * from end to end at each step: for hundreds of turns, not for many thousands.
 */
export class FairQueue<W extends Waiter> {
  readonly #turns = new Set<Turn<W>>();
  readonly #overdueMs: number;
  readonly #now: () => number;
  #round = 0;

  constructor({ overdueMs = Number.POSITIVE_INFINITY, now = () => performance.now() }: FairQueueOptions = {}) {
    this.#overdueMs = overdueMs;
    this.#now = now;
  }

  /** Turns that wait. */
  get size(): number {
    return this.#turns.size;
  }

  /** How many turns would come before one that this waiter takes now. */
  before(waiter: Waiter): number {
    const round = this.#roundOf(waiter);
    let before = 0;
    for (const turn of this.#turns) {
      if (turn.of.rank < waiter.rank || (turn.of.rank === waiter.rank && turn.round <= round)) before += 1;
    }
    return before;
  }

  /** Resolves when `beginNext` has chosen this turn; rejects with the reason of `gone` when that aborts before. */
  wait(of: W, gone: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#turns.delete(turn);
        reject(gone.reason);
      };
      const begin = () => {
        gone.removeEventListener('abort', leave);
        resolve();
      };
      const turn = { of, round: this.#roundOf(of), since: this.#now(), begin };
      this.#turns.add(turn);
      gone.addEventListener('abort', leave, { once: true });
    });
  }

  /** Begins the next turn of those that may begin. @returns who it is of, or undefined when none may */
  beginNext(mayBegin: (of: W) => boolean): W | undefined {
    const turn = this.#next(mayBegin);
    if (!turn) return undefined;
    this.#turns.delete(turn);
    this.#round = Math.max(this.#round, turn.round - 1);
    turn.begin();
    return turn.of;
  }

  #next(mayBegin: (of: W) => boolean): Turn<W> | undefined {
    let best: Turn<W> | undefined;
    const now = this.#now();
    for (const turn of this.#turns) {
      const isBetter =
        !best || turn.of.rank < best.of.rank || (turn.of.rank === best.of.rank && turn.round < best.round);
      const isOverdue = now - turn.since > this.#overdueMs;
      if (!isBetter || !mayBegin(turn.of)) continue;
      best = turn;
      // In the order of arrival: the first that is overdue waits longest, and nothing before it may begin.
      if (isOverdue) break;
    }
    return best;
  }

  /** Each further turn of a holder is a round later. */
  #roundOf({ rank, holder }: Waiter): number {
    let round = this.#round;
    for (const turn of this.#turns) {
      if (turn.of.rank === rank && turn.of.holder === holder) round = Math.max(round, turn.round);
    }
    return round + 1;
  }
}
