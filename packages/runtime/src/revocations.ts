import { LRUCache } from 'lru-cache';
import { atMost } from './at-most.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Signals } from './signals.ts';
import type { AccountViewer } from './viewer.ts';

/** Longer than the life of a viewer token, so that no token outlives the memory of its revocation. */
export const REVOCATION_MEMORY_MS = 120_000;
const REVOCATIONS_MAX = 100_000;
const SESSION_TOPIC = 'session-revoked';
const ACCOUNT_TOPIC = 'account-revoked';

export type Revocation = { sessionId: string } | { accountId: string };

/** The sessions that ended within the last two minutes, by sign-out or suspension. */
export type Revocations = {
  /** Ends one session, or all sessions of an account that are older than `at`. */
  revoke(revocation: Revocation, at?: Date): void;
  isRevoked(viewer: AccountViewer, tokenIssuedAt: Date): boolean;
  /** Calls back for each revocation. Returns an unsubscribe function. */
  onRevoked(listener: (revocation: Revocation) => void): () => void;
};

/** Remembers revocations in memory. */
export function createRevocations(options: { clock?: Clock } = {}): Revocations {
  const clock = options.clock ?? systemClock;
  const memory = () =>
    new LRUCache<string, number>({
      ...atMost(REVOCATIONS_MAX),
      ttl: REVOCATION_MEMORY_MS,
      ttlResolution: 0,
      perf: { now: () => clock.now().getTime() },
    });
  const sessions = memory();
  const accounts = memory();
  const listeners = new Set<(revocation: Revocation) => void>();

  return {
    revoke(revocation, at = clock.now()) {
      if ('sessionId' in revocation) sessions.set(revocation.sessionId, at.getTime());
      else accounts.set(revocation.accountId, at.getTime());
      for (const listener of [...listeners]) listener(revocation);
    },
    isRevoked(viewer, tokenIssuedAt) {
      if (sessions.size > 0 && sessions.has(viewer.sessionId)) return true;
      const endedAt = accounts.size > 0 ? accounts.get(viewer.accountId) : undefined;
      // Tokens have whole seconds: one issued in the same second counts as older.
      return endedAt !== undefined && tokenIssuedAt.getTime() <= endedAt;
    },
    onRevoked(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * What signals to every process that a session, or all of an account, ended: a topic, and the id with the time in place of
 * a version. A writing use case passes it to `touch`.
 */
export function revocationSignal(revocation: Revocation, at: Date): [topic: string, ended: Versioned] {
  const version = BigInt(at.getTime());
  return 'sessionId' in revocation
    ? [SESSION_TOPIC, { id: revocation.sessionId, version }]
    : [ACCOUNT_TOPIC, { id: revocation.accountId, version }];
}
type Versioned = { id: string; version: bigint };

/** Signals to every process that a session, or all of an account, ended. */
export function signalRevocation(signals: Signals, revocation: Revocation, at: Date): void {
  const [topic, { id, version }] = revocationSignal(revocation, at);
  signals.publish(`${topic}:${id}`, version);
}

/** Applies revocations from signals. Returns an unsubscribe function. */
export function followRevocations(revocations: Revocations, signals: Signals): () => void {
  const endings = [
    signals.subscribe(`${SESSION_TOPIC}:*`, ({ topic, version }) =>
      revocations.revoke({ sessionId: topic.slice(SESSION_TOPIC.length + 1) }, new Date(Number(version))),
    ),
    signals.subscribe(`${ACCOUNT_TOPIC}:*`, ({ topic, version }) =>
      revocations.revoke({ accountId: topic.slice(ACCOUNT_TOPIC.length + 1) }, new Date(Number(version))),
    ),
  ];
  return () => {
    for (const end of endings) end();
  };
}
