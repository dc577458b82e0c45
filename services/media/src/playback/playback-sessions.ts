import type { Database } from '@marquee/data/database';
import { every } from '@marquee/data/every';
import type { Logger } from '@marquee/runtime/log';
import type { Loop } from '@marquee/service/define-service';
import { LRUCache } from 'lru-cache';
import * as endedSessions from './ended-sessions.ts';

/** Sessions that have ended, for as long as their tokens may be valid. */
export type PlaybackSessions = {
  hasEnded(sessionId: string): boolean;
  /** Ends a session in this process. */
  end(sessionId: string): void;
  load(): Promise<void>;
};

const SESSIONS_MAX = 200_000;
// As long as the longest token lives.
const MEMORY_MS = 24 * 60 * 60 * 1000;

export function playbackSessions({ db }: { db: Database }): PlaybackSessions {
  const ended = new LRUCache<string, true>({ max: SESSIONS_MAX, ttl: MEMORY_MS });
  return {
    hasEnded: (sessionId) => ended.has(sessionId),
    end: (sessionId) => void ended.set(sessionId, true),
    async load() {
      const sessionIds = await endedSessions.latest(db, SESSIONS_MAX);
      for (const sessionId of sessionIds) ended.set(sessionId, true);
    },
  };
}

const LOAD_EVERY_MS = 30_000;

/** Loads ended sessions that no signal reported, at the start and every 30 s. */
export async function followSessions({ sessions, log }: { sessions: PlaybackSessions; log: Logger }): Promise<Loop> {
  await sessions.load();
  return every(LOAD_EVERY_MS, sessions.load, { name: 'ended-sessions', log });
}
