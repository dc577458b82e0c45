import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { Prisma, type Review } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';

/** A review that waits for staff, with its film and who wrote it. */
export type QueuedReview = Review & { heldAt: Date; filmTitle: string; writerName: string };

/** Since when the last one of a page waits, and its id. */
export type QueueKey = [since: string, id: string];

const FIELDS = Object.values(Prisma.ReviewScalarFieldEnum);

/** The oldest first. */
export async function list(
  db: Queryable,
  { after, limit }: { after: QueueKey | undefined; limit: number },
): Promise<QueuedReview[]> {
  return db.query<QueuedReview>({
    name: 'review-queue.list',
    text: `
      SELECT ${columnsOf(FIELDS, 'r')}, f.film_title, coalesce(trim(p.first_name || ' ' || p.last_name), '') AS writer_name
      FROM reviews r JOIN films f ON f.id = r.film_id LEFT JOIN people p ON p.id = r.account_id
      WHERE r.held_at IS NOT NULL AND ($1::timestamptz IS NULL OR (r.held_at, r.id) > ($1, $2::uuid))
      ORDER BY r.held_at, r.id LIMIT $3`,
    values: [...(after ?? [null, null]), limit],
  });
}

/** How many wait; more than `max` are not counted. */
export async function count(db: Queryable, max: number): Promise<number> {
  const text = `SELECT count(*)::int AS waiting
    FROM (SELECT FROM reviews WHERE held_at IS NOT NULL LIMIT $1) AS counted`;
  const [row] = await db.query<{ waiting: number }>(text, [max]);
  return row?.waiting ?? 0;
}

type Seen = { id: string; version: bigint };

/** Releases those that wait and are as they were seen, and gives them. */
export async function release(tx: Tx, seen: readonly Seen[]): Promise<Review[]> {
  return tx.query<Review>(
    `UPDATE reviews r SET held_at = NULL, held_words = '{}' FROM (${WAITING}) w WHERE w.id = r.id
     RETURNING ${columnsOf(FIELDS, 'r')}`,
    columns(seen),
  );
}

/** Deletes those that wait and are as they were seen, and gives them. */
export async function remove(tx: Tx, seen: readonly Seen[]): Promise<Review[]> {
  return tx.query<Review>(
    `DELETE FROM reviews r USING (${WAITING}) w WHERE w.id = r.id RETURNING ${columnsOf(FIELDS, 'r')}`,
    columns(seen),
  );
}

// Locked in the order of their ids, so that two members of staff never wait for each other.
const WAITING = `
  SELECT q.id FROM reviews q JOIN unnest($1::uuid[], $2::bigint[]) AS s (id, version) USING (id, version)
  WHERE q.held_at IS NOT NULL ORDER BY q.id FOR UPDATE OF q`;
const columns = (seen: readonly Seen[]) => [seen.map(({ id }) => id), seen.map(({ version }) => version)];
