import { type HeldLock, type Locks, LocksUnavailableError, memoryLocks } from '@marquee/runtime/locks';
import type { Logger } from '@marquee/runtime/log';
import type { Locker } from '@tus/server';
import { uploadHeld, uploadsPaused } from './upload-errors.ts';

const WAIT_MS = 30_000;

export type UploadLocker = Locker & {
  /** Asks all holders to release their locks, and grants no more. */
  leave(): void;
};

/** tus's locks on those of the platform. A newer request asks the older one to release the lock. */
export function uploadLocker(locks: Locks): UploadLocker {
  const requests = new Set<() => void>();
  let isLeaving = false;
  return {
    newLock(id) {
      let held: HeldLock | undefined;
      let release = () => {};
      return {
        async lock(signal, requestRelease) {
          if (isLeaving) throw uploadsPaused();
          release = () => void requestRelease();
          requests.add(release);
          const options = { onWanted: release, onLost: release, waitMs: WAIT_MS, signal };
          try {
            held = await locks.acquire(`upload:${id}`, options);
            if (!held) throw isLeaving ? uploadsPaused() : uploadHeld();
          } finally {
            if (!held) requests.delete(release);
          }
        },
        async unlock() {
          requests.delete(release);
          await held?.release();
        },
      };
    },
    leave() {
      isLeaving = true;
      for (const release of requests) release();
    },
  };
}

/**
 * Takes a lock of this process, then the shared one. While the shared locks are unavailable, the lock of the process is
 * enough: two processes may then write the same upload, which repeats work and corrupts nothing.
 */
export function ownAndShared(shared: Locks, log: Logger): Locks {
  const own = memoryLocks();
  let isUnavailable = false;
  const noteUnavailable = (now: boolean, err?: unknown) => {
    if (now === isUnavailable) return;
    isUnavailable = now;
    if (now) log.warn({ err }, 'the shared locks cannot be reached: uploads use those of this process alone');
    else log.info({}, 'the shared locks can be reached again');
  };

  async function acquireShared(...[key, request]: Parameters<Locks['acquire']>): Promise<HeldLock | undefined> {
    try {
      const held = await shared.acquire(key, request);
      noteUnavailable(false);
      return held;
    } catch (error) {
      if (!(error instanceof LocksUnavailableError)) throw error;
      noteUnavailable(true, error);
      return { release: async () => {} };
    }
  }

  return {
    async acquire(key, request) {
      const until = performance.now() + request.waitMs;
      const mine = await own.acquire(key, request);
      if (!mine) return undefined;
      const ours = await acquireShared(key, { ...request, waitMs: until - performance.now() }).catch(async (error) => {
        await mine.release();
        throw error;
      });
      if (!ours) await mine.release();
      return (
        ours && {
          async release() {
            await ours.release();
            await mine.release();
          },
        }
      );
    },
  };
}

/** No lock, for an upload that is being created: no other request has its id. */
export const unlocked: Locker = { newLock: () => ({ lock: async () => {}, unlock: async () => {} }) };
