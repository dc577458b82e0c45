/** A held lock. `release` never throws. */
export type HeldLock = { release(): Promise<void> };

export type LockRequest = {
  /** Somebody waits for the lock: finish soon and release it. May be called more than once. */
  onWanted: () => void;
  /** The lock was lost without a release: its store could not be reached for too long. */
  onLost?: () => void;
  /** How long to wait for the current holder. */
  waitMs: number;
  /** Aborts the wait. */
  signal?: AbortSignal;
};

/**
 * Locks for work of up to minutes. They only avoid conflicts: writes must be correct without them, because a holder may
 * stall, lose its lock and keep writing. Every adapter passes locks-contract.ts.
 */
export type Locks = {
  /** The lock, or undefined when its holder did not release it in time. @throws LocksUnavailableError */
  acquire(key: string, request: LockRequest): Promise<HeldLock | undefined>;
};

/** The store of the locks does not answer, so that their holders are unknown. */
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

/** True when the promise resolves within the time and before the signal aborts. */
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
