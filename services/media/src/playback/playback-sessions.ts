import type { Database } from '@marquee/data/database';
import { every } from '@marquee/data/every';
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
  /** Ends the address of a playback in this process. */
  endAddress(addressId: string): void;
  load(): Promise<void>;
};

const SESSIONS_MAX = 200_000;
// As long as the longest token lives.
const MEMORY_MS = 24 * 60 * 60 * 1000;

const ADDRESSES_MAX = 200_000;
/** Film signals the end of an address at once; what was missed is read with the next load. */
const ENDED_TOPIC = 'playback-ended:';
/** Longer than between two loads, for what commits late. */
const READ_AGAIN_S = 120;

export function playbackSessions({ db, signals }: { db: Database; signals: Signals }): PlaybackSessions {
  const ended = new LRUCache<string, true>({ max: SESSIONS_MAX, ttl: MEMORY_MS });
  const addresses = new LRUCache<string, true>({ max: ADDRESSES_MAX, ttl: MEMORY_MS });
  const endAddress = (addressId: string) => void addresses.set(addressId, true);
  signals.subscribe(`${ENDED_TOPIC}*`, ({ topic }) => endAddress(topic.slice(ENDED_TOPIC.length)));
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
      for (const { addressId } of found) endAddress(addressId);
      readBackS = READ_AGAIN_S;
    },
  };
}

const LOAD_EVERY_MS = 30_000;

/** Loads ended sessions and addresses that no signal reported, at the start and every 30 s. */
export async function followSessions({ sessions, log }: { sessions: PlaybackSessions; log: Logger }): Promise<Loop> {
  await sessions.load();
  return every(LOAD_EVERY_MS, sessions.load, { name: 'ended-sessions', log });
}
