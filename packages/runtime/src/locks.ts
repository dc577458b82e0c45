/** What was taken; given back by `release`, which never throws. */
export type HeldLock = { release(): Promise<void> };

export type LockWish = {
  /** Somebody else waits for it: finish what you do, and release. May be called more than once. */
  onWanted: () => void;
  /** It is no longer ours, though not released: the store of locks was out of reach for too long. */
  onLost?: () => void;
  /** How long to wait for the present holder. */
  waitMs: number;
  /** Ends the waiting. */
  signal?: AbortSignal;
};

/**
 * Keeps two who work on one thing apart, for as long as minutes. It is there to spare both a conflict: what is written
 * must be right without it, for a holder may stall, lose it, and write on. Every adapter passes locks-contract.ts.
 */
export type Locks = {
  /** The lock, or nothing when its holder did not let go in time. @throws LocksUnavailableError */
  acquire(key: string, wish: LockWish): Promise<HeldLock | undefined>;
};

/** The store of the locks does not answer: nobody knows who holds one. */
export class LocksUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('Locks cannot be taken: their store does not answer', options);
    this.name = 'LocksUnavailableError';
  }
}

type Held = { onWanted: () => void; released: PromiseWithResolvers<void> };

/** Locks within one process. */
export function memoryLocks(): Locks {
  const held = new Map<string, Held>();
  return {
    async acquire(key, { onWanted, waitMs, signal }) {
      const until = performance.now() + waitMs;
      for (let holder = held.get(key); holder; holder = held.get(key)) {
        holder.onWanted();
        if (!(await within(holder.released.promise, until - performance.now(), signal))) return undefined;
      }
      const mine: Held = { onWanted, released: Promise.withResolvers() };
      held.set(key, mine);
      return {
        async release() {
          if (held.get(key) === mine) held.delete(key);
          mine.released.resolve();
        },
      };
    },
  };
}

/** Whether it happened in time, and before the signal. */
export async function within(happened: Promise<unknown>, ms: number, signal?: AbortSignal): Promise<boolean> {
  if (ms <= 0 || signal?.aborted) return false;
  const given = Promise.withResolvers<boolean>();
  const giveUp = () => given.resolve(false);
  const timer = setTimeout(giveUp, ms);
  signal?.addEventListener('abort', giveUp, { once: true });
  happened.then(() => given.resolve(true), giveUp);
  try {
    return await given.promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
