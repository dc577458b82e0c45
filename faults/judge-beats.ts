import { setTimeout as delay } from 'node:timers/promises';
import { positionsOnRecord } from '@marquee/film/invariants';
import type { Beat } from './claims.ts';
import type { Owners } from './owners.ts';

/** Heartbeats are written together, each second where there is time: the last ones before a death may be gone. */
export const BEAT_MS_MAX = 3_000;
/** What waits to be written is written within this. */
const WRITTEN_MS_MAX = 10_000;
const POLL_MS = 500;

/** The positions that were acknowledged, and of which an older one is kept. */
export async function lostBeats(beats: readonly Beat[], owners: Owners): Promise<string[]> {
  const last = new Map(beats.map((beat) => [beat.sessionId, beat.positionMs]));
  const kept = await positionsOnRecord(owners.query('film'), [...last.keys()]);
  return [...last]
    .filter(([id, positionMs]) => (kept.get(id) ?? -1) < positionMs)
    .map(([id, positionMs]) => `a position: ${positionMs} ms was acknowledged and ${kept.get(id) ?? 'none'} is kept`);
}

/** The same once everything had its time to be written. */
export async function lostBeatsAtLast(beats: readonly Beat[], owners: Owners): Promise<string[]> {
  const giveUp = performance.now() + WRITTEN_MS_MAX;
  for (;;) {
    const lost = await lostBeats(beats, owners);
    if (lost.length === 0 || performance.now() > giveUp) return lost;
    await delay(POLL_MS);
  }
}

/** What must be there although film died at that time: not what a session gave last, just before. */
export function withoutLastBefore(beats: readonly Beat[], diedAt: number): Beat[] {
  const last = new Map(beats.map((beat) => [beat.sessionId, beat]));
  const mayBeGone = new Set([...last].filter(([, { endedAt }]) => isJustBefore(endedAt, diedAt)).map(([id]) => id));
  return beats.filter(({ sessionId, endedAt }) => !mayBeGone.has(sessionId) || !isJustBefore(endedAt, diedAt));
}

const isJustBefore = (endedAt: number, diedAt: number) =>
  endedAt >= diedAt - BEAT_MS_MAX && endedAt <= diedAt + POLL_MS;
