import type { FilmResources } from '../resources.ts';
import * as likes from './review-likes.ts';
import { reviewsLiked } from './talk-events.ts';

const DAY_MS = 86_400_000;
const WRITERS_AT_ONCE = 100;

/** Publishes what reviews were liked until midnight UTC, once for each writer, so that a day's likes are one notice. */
export async function gatherLikes({
  db,
  outbox,
  clock,
}: Pick<FilmResources, 'db' | 'outbox' | 'clock'>): Promise<void> {
  const today = new Date(Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS);
  for (;;) {
    const writers = await likes.unnoticedWriters(db, today, WRITERS_AT_ONCE);
    if (writers.length === 0) return;
    await db.transaction(async (tx) => {
      for (const gathered of await likes.gather(tx, writers, today)) {
        await outbox.append(tx, reviewsLiked(gathered, today));
      }
    });
  }
}
