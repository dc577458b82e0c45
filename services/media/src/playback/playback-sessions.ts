import { SessionEndedSchema } from '@marquee/contracts/events/v1/identity_pb';
import type { Database, Tx } from '@marquee/data/database';
import { every } from '@marquee/data/every';
import { on } from '@marquee/events/consumer';
import type { Logger } from '@marquee/runtime/log';
import type { Loop } from '@marquee/service/define-service';
import { LRUCache } from 'lru-cache';
import * as endedSessions from './ended-sessions.ts';

/** Sessions that have ended, for as long as their tokens may be valid. */
export type PlaybackSessions = {
  hasEnded(sessionId: string): boolean;
  /** Ends a session in this process, as when a signal arrives. */
  end(sessionId: string): void;
  /** Stores that a session has ended, for processes that start later. */
  record(tx: Tx, sessionId: string): Promise<void>;
  load(): Promise<void>;
};

const SESSIONS_MAX = 200_000;
// As long as the longest token lives.
const MEMORY_MS = 24 * 60 * 60 * 1000;

export function playbackSessions({ db, log }: { db: Database; log: Logger }): PlaybackSessions {
  const ended = new LRUCache<string, true>({ max: SESSIONS_MAX, ttl: MEMORY_MS });
  return {
    hasEnded: (sessionId) => ended.has(sessionId),
    end: (sessionId) => void ended.set(sessionId, true),
    async record(tx, sessionId) {
      await endedSessions.insert(tx, sessionId);
    },
    async load() {
      const sessionIds = await endedSessions.latest(db, SESSIONS_MAX);
      for (const sessionId of sessionIds) ended.set(sessionId, true);
      log.debug({ count: sessionIds.length }, 'ended sessions were loaded');
    },
  };
}

/** The events of identity that end playback. */
export const sessionEvents = ({ sessions }: { sessions: PlaybackSessions }) => [
  on(SessionEndedSchema, async (tx, { sessionId }) => {
    await sessions.record(tx, sessionId);
    return () => sessions.end(sessionId);
  }),
];

const LOAD_EVERY_MS = 30_000;

/** Loads ended sessions that no signal reported, at the start and every 30 s. */
export async function followSessions({ sessions, log }: { sessions: PlaybackSessions; log: Logger }): Promise<Loop> {
  await sessions.load();
  return every(LOAD_EVERY_MS, sessions.load, { name: 'ended-sessions', log });
}
