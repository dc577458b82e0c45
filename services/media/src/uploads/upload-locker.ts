import type { HeldLock, Locks } from '@marquee/runtime/locks';
import type { Locker } from '@tus/server';
import { uploadHeld } from '../media-errors.ts';

const WAIT_MS = 30_000;

/** tus's locks on the locks of the platform: who comes with a newer request asks the older one to let go. */
export function uploadLocker(locks: Locks): Locker {
  return {
    newLock(id) {
      let held: HeldLock | undefined;
      return {
        async lock(signal, requestRelease) {
          const letGo = () => void requestRelease();
          const wish = { onWanted: letGo, onLost: letGo, waitMs: WAIT_MS, signal };
          held = await locks.acquire(`upload:${id}`, wish);
          if (!held) throw uploadHeld();
        },
        async unlock() {
          await held?.release();
        },
      };
    },
  };
}

/** For an upload that is just being made: nobody else knows it. */
export const unlocked: Locker = { newLock: () => ({ lock: async () => {}, unlock: async () => {} }) };
