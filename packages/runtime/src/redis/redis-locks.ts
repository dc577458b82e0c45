import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type HeldLock, type LockRequest, type Locks, LocksUnavailableError, within } from '../locks.ts';
import type { Logger } from '../log.ts';
import { NAMESPACE } from '../namespace.ts';
import type { Signals } from '../signals.ts';
import type { Redis } from './open-redis.ts';

const LEASE_MS = 15_000;
/** A lost signal or a dead holder is noticed after this at the latest. */
const ASK_AGAIN_MS = 1_000;
const FORGET_AGAIN_MS = 500;
const PREFIX = `${NAMESPACE}:lock:`;
const IF_OURS = "if redis.call('get', KEYS[1]) == ARGV[1] then return";
const RENEW = `${IF_OURS} redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`;
const RELEASE = `${IF_OURS} redis.call('del', KEYS[1]) end return 0`;

type Options = { redis: Redis; signals: Signals; log: Logger; leaseMs?: number };

/**
 * Locks as keys in Redis with a lease, which the holder renews. A waiter publishes a signal, so that the holder releases
 * the lock in whichever process it runs.
 */
export function redisLocks({ redis, signals, log, leaseMs = LEASE_MS }: Options): Locks {
  const { commands } = redis;

  async function take(key: string, token: string): Promise<boolean> {
    const wasUp = redis.isUp();
    try {
      return (await commands.set(PREFIX + key, token, 'PX', leaseMs, 'NX')) === 'OK';
    } catch (error) {
      // A Redis that was only slow may still store the lock, which then nobody holds.
      if (wasUp) void forget(key, token);
      throw new LocksUnavailableError({ cause: error });
    }
  }

  async function forget(key: string, token: string): Promise<void> {
    for (const until = performance.now() + leaseMs; performance.now() < until; ) {
      const answer = await commands.eval(RELEASE, 1, PREFIX + key, token).catch(() => undefined);
      if (answer !== undefined) return signals.publish(releasedTopic(key), token);
      await delay(FORGET_AGAIN_MS, undefined, { ref: false });
    }
  }

  function hold(key: string, token: string, { onWanted, onLost }: LockRequest): HeldLock {
    const stopListening = signals.subscribe(wantedTopic(key), ({ version }) => {
      if (version !== token) onWanted();
    });
    let renewedAt = performance.now();
    let isOver = false;
    const end = () => {
      isOver = true;
      clearInterval(timer);
      stopListening();
    };
    const renew = async () => {
      const askedAt = performance.now();
      const answer = await commands.eval(RENEW, 1, PREFIX + key, token, leaseMs).catch(() => undefined);
      if (isOver) return;
      if (answer === 1) renewedAt = askedAt;
      else if (answer === 0 || performance.now() - renewedAt > (leaseMs * 2) / 3) {
        end();
        log.warn({ lock: key }, 'a lock was lost');
        onLost?.();
      }
    };
    const timer = setInterval(() => void renew(), leaseMs / 4);
    timer.unref();
    return {
      async release() {
        if (isOver) return;
        end();
        try {
          await commands.eval(RELEASE, 1, PREFIX + key, token);
          signals.publish(releasedTopic(key), token);
        } catch (err) {
          log.warn({ err, lock: key }, 'a lock could not be released; its lease ends it');
        }
      },
    };
  }

  return {
    async acquire(key, request) {
      const token = randomUUID();
      const until = performance.now() + request.waitMs;
      const released = releases(signals, key);
      try {
        while (!(await take(key, token))) {
          const heard = released.next();
          signals.publish(wantedTopic(key), token);
          const left = until - performance.now();
          if (left <= 0 || request.signal?.aborted) return undefined;
          await within(heard, Math.min(left, ASK_AGAIN_MS), request.signal);
        }
        return hold(key, token, request);
      } finally {
        released.stop();
      }
    },
  };
}

const wantedTopic = (key: string) => `lock-wanted:${key}`;
const releasedTopic = (key: string) => `lock-released:${key}`;

function releases(signals: Signals, key: string) {
  let heard = Promise.withResolvers<void>();
  const stop = signals.subscribe(releasedTopic(key), () => {
    heard.resolve();
    heard = Promise.withResolvers();
  });
  return { next: () => heard.promise, stop };
}
