import type { Database } from '@marquee/data/database';
import { every } from '@marquee/data/every';
import { atMost } from '@marquee/runtime/at-most';
import type { Clock } from '@marquee/runtime/clock';
import type { Logger } from '@marquee/runtime/log';
import type { Signals } from '@marquee/runtime/signals';
import type { Loop } from '@marquee/service/define-service';
import { LRUCache } from 'lru-cache';
import * as endedAddresses from './ended-addresses.ts';
import * as endedSessions from './ended-sessions.ts';

/** Sessions and addresses of playbacks that have ended, for as long as their tokens may be valid. */
export type PlaybackSessions = {
  hasEnded(sessionId: string): boolean;
  hasAddressEnded(addressId: string): boolean;
  /** Ends a session in this process. */
  end(sessionId: string): void;
  /** Ends the address of a playback in this process, until it would have expired. */
  endAddress(addressId: string, expiresAt: Date): void;
  load(): Promise<void>;
};

const SESSIONS_MAX = 200_000;
// As long as the longest token lives.
const MEMORY_MS = 24 * 60 * 60 * 1000;

const ADDRESSES_MAX = 200_000;
/** A signal does not say when its address expires; the load that follows reads it. */
const SIGNALLED_MS = 10 * 60 * 1000;
/** Film signals the end of an address at once; what was missed is read with the next load. */
const ENDED_TOPIC = 'playback-ended:';
/** Longer than between two loads, for what commits late. */
const READ_AGAIN_S = 120;

type Needed = { db: Pick<Database, 'query'>; signals: Signals; clock: Clock };

export function playbackSessions({ db, signals, clock }: Needed): PlaybackSessions {
  const ended = new LRUCache<string, true>({ ...atMost(SESSIONS_MAX), ttl: MEMORY_MS });
  const addresses = endedAddressesOf(clock);
  signals.subscribe(`${ENDED_TOPIC}*`, ({ topic }) => addresses.end(topic.slice(ENDED_TOPIC.length), SIGNALLED_MS));
  const endAddress = (addressId: string, expiresAt: Date) =>
    addresses.end(addressId, expiresAt.getTime() - clock.now().getTime());
  let readBackS = MEMORY_MS / 1_000;
  return {
    hasEnded: (sessionId) => ended.has(sessionId),
    hasAddressEnded: (addressId) => addresses.has(addressId),
    end: (sessionId) => void ended.set(sessionId, true),
    endAddress,
    async load() {
      const sessionIds = await endedSessions.latest(db, SESSIONS_MAX);
      for (const sessionId of sessionIds) ended.set(sessionId, true);
      const found = await endedAddresses.latest(db, readBackS, ADDRESSES_MAX);
      addresses.forgetExpired();
      for (const { addressId, expiresAt } of found) endAddress(addressId, expiresAt);
      readBackS = READ_AGAIN_S;
    },
  };
}

/** Most addresses expire in minutes; each is kept for as long as it would play, so that there is room for long ones. */
function endedAddressesOf(clock: Clock) {
  const perf = { now: () => clock.now().getTime() };
  const kept = new LRUCache<string, true>({ ...atMost(ADDRESSES_MAX), ttl: SIGNALLED_MS, ttlResolution: 0, perf });
  return {
    has: (addressId: string) => kept.has(addressId),
    end(addressId: string, ttl: number): void {
      // One of which less is known does not shorten it.
      if (ttl > kept.getRemainingTTL(addressId)) kept.set(addressId, true, { ttl });
    },
    forgetExpired: () => void kept.purgeStale(),
  };
}

const LOAD_EVERY_MS = 30_000;

/** Loads ended sessions and addresses that no signal reported, at the start and every 30 s. */
export async function followSessions({ sessions, log }: { sessions: PlaybackSessions; log: Logger }): Promise<Loop> {
  await sessions.load();
  return every(LOAD_EVERY_MS, sessions.load, { name: 'ended-sessions', log });
}
