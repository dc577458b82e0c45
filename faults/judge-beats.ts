import { setTimeout as delay } from 'node:timers/promises';
import { positionsOnRecord } from '@marquee/film/invariants';
import type { Beat } from './claims.ts';
import type { Owners } from './owners.ts';

/** Positions are written in batches, normally each second: those of this time before a crash may be lost. */
export const BEAT_MS_MAX = 3_000;
/** By then every batch is written. */
const WRITTEN_MS_MAX = 10_000;
const POLL_MS = 500;

/** The last acknowledged positions of which only an older one, or none, is on record. */
export async function lostBeats(beats: readonly Beat[], owners: Owners): Promise<string[]> {
  const last = new Map(beats.map((beat) => [beat.sessionId, beat.positionMs]));
  const kept = await positionsOnRecord(owners.query('film'), [...last.keys()]);
  return [...last]
    .filter(([id, positionMs]) => (kept.get(id) ?? -1) < positionMs)
    .map(([id, positionMs]) => `a position: ${positionMs} ms was acknowledged and ${kept.get(id) ?? 'none'} is kept`);
}

/** As lostBeats, but waits until every batch had time to be written. */
export async function lostBeatsAfterFlush(beats: readonly Beat[], owners: Owners): Promise<string[]> {
  const deadline = performance.now() + WRITTEN_MS_MAX;
  for (;;) {
    const lost = await lostBeats(beats, owners);
    if (lost.length === 0 || performance.now() > deadline) return lost;
    await delay(POLL_MS);
  }
}

/** The positions that must survive a crash of film at that time: all but the last of a session, sent just before. */
export function survivingBeats(beats: readonly Beat[], diedAt: number): Beat[] {
  const last = new Map(beats.map((beat) => [beat.sessionId, beat]));
  const mayBeGone = new Set([...last].filter(([, { endedAt }]) => isJustBefore(endedAt, diedAt)).map(([id]) => id));
  return beats.filter(({ sessionId, endedAt }) => !mayBeGone.has(sessionId) || !isJustBefore(endedAt, diedAt));
}

const isJustBefore = (endedAt: number, diedAt: number) =>
  endedAt >= diedAt - BEAT_MS_MAX && endedAt <= diedAt + POLL_MS;
