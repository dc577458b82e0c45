import { newId } from '@marquee/data/ids';
import type { FilmResources } from '../resources.ts';
import * as sessions from '../watch/sessions.ts';
import * as unlocks from '../watch/unlocks.ts';

export type ImportedPlayback = { id: string; accountId: string; sessionId: string };

const ROWS_MAX = 1_000;
const UNLOCKED_HOURS = 24;

/** Unlocks a film for many people and opens a playback session for each, without a call for each: for load tests. */
export async function importPlaybacks(
  { db, clock }: Pick<FilmResources, 'db' | 'clock'>,
  filmId: string,
  people: readonly { accountId: string; sessionId: string }[],
): Promise<ImportedPlayback[]> {
  const now = clock.now();
  const expireAt = new Date(now.getTime() + UNLOCKED_HOURS * 3_600_000);
  const playbacks = people.map(({ accountId, sessionId }) => ({ id: newId(), accountId, sessionId }));
  for (let from = 0; from < playbacks.length; from += ROWS_MAX) {
    const rows = playbacks.slice(from, from + ROWS_MAX);
    await unlocks.insertMany(db, rows, { filmId, expireAt, createdAt: now });
    await sessions.insertMany(db, filmId, rows, now);
  }
  return playbacks;
}
