import { columnsOf } from '@marquee/data/columns';
import type { Database, Tx } from '@marquee/data/database';
import { existing } from '@marquee/data/existing';
import { newId } from '@marquee/data/ids';
import { pruneRows } from '@marquee/data/prune';
import { shown } from '../account/accounts.ts';
import { PERSON_FIELDS, type Person } from '../people/people.ts';

/** Somebody has looked at a profile. */
export type View = { profileId: string; viewerId: string | null; viewerKey: Uint8Array; viewedAt: Date };
export type SeenView = Person & { viewId: string; viewedAt: Date };

type Queryable = Pick<Database, 'query'>;

const PERSON = columnsOf(PERSON_FIELDS, 'a');

// A profile or a viewer may be gone by the time that views are written.
const INSERT = `
  WITH given AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bytea[], $5::timestamptz[])
      AS g (id, profile_id, viewer_id, viewer_key, viewed_at)
  ), added AS (
    INSERT INTO profile_views (id, profile_id, viewer_id, viewer_key, day, viewed_at)
    SELECT id, profile_id, viewer_id, viewer_key, (viewed_at AT TIME ZONE 'UTC')::date, viewed_at FROM given g
    WHERE EXISTS (SELECT FROM accounts WHERE id = g.profile_id)
      AND (viewer_id IS NULL OR EXISTS (SELECT FROM accounts WHERE id = g.viewer_id))
    ON CONFLICT (profile_id, day, viewer_key) DO NOTHING RETURNING profile_id
  )
  INSERT INTO profile_view_counts AS c (profile_id, views)
  SELECT profile_id, count(*) FROM added GROUP BY profile_id ORDER BY profile_id
  ON CONFLICT (profile_id) DO UPDATE SET views = c.views + excluded.views`;

/** Keeps views, of each viewer one a day, and adds them to what is counted: one write a profile, however many there are. */
export async function insert(tx: Tx, views: readonly View[]): Promise<void> {
  const values = [
    views.map(() => newId()),
    views.map(({ profileId }) => profileId),
    views.map(({ viewerId }) => viewerId),
    views.map(({ viewerKey }) => Buffer.from(viewerKey)),
    views.map(({ viewedAt }) => viewedAt),
  ];
  await tx.query({ name: 'profile-views.insert', text: INSERT, values });
}

/** All views that were ever counted of a profile. */
export async function count(db: Queryable, profileId: string): Promise<bigint> {
  const text = 'SELECT views FROM profile_view_counts WHERE profile_id = $1';
  const [row] = await db.query<{ views: bigint }>({ name: 'profile-views.count', text, values: [profileId] });
  return row?.views ?? 0n;
}

/** Where the next page begins: after a view of this time and id. */
export type ByTime = [viewedAt: string, viewId: string];
type Listing = { profileId: string; from: Date; after: ByTime | undefined; limit: number };

/** Views by people who were signed in, newest first. Between whom there is a block by now is left out. */
export function list(db: Queryable, { profileId, from, after, limit }: Listing): Promise<SeenView[]> {
  const text = `SELECT ${PERSON}, v.id AS view_id, v.viewed_at FROM profile_views v JOIN accounts a ON a.id = v.viewer_id
    WHERE v.profile_id = $1 AND v.viewed_at > $2 AND ${shown('a')}
      AND NOT EXISTS (SELECT FROM blocks WHERE ended_at IS NULL AND blocker_id = $1 AND blocked_id = a.id)
      AND NOT EXISTS (SELECT FROM blocks WHERE ended_at IS NULL AND blocker_id = a.id AND blocked_id = $1)
      AND ($3::timestamptz IS NULL OR (v.viewed_at, v.id) < ($3, $4::uuid))
    ORDER BY v.viewed_at DESC, v.id DESC LIMIT $5`;
  const values = [profileId, from, after?.[0] ?? null, after?.[1] ?? null, limit];
  return db.query<SeenView>({ name: 'profile-views.list', text, values });
}

/** Views by visitors since then. */
export async function countVisitors(db: Queryable, profileId: string, from: Date): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM profile_views
    WHERE profile_id = $1 AND viewer_id IS NULL AND viewed_at > $2`;
  const [row] = await db.query<{ count: number }>({ name: 'profile-views.visitors', text, values: [profileId, from] });
  return row?.count ?? 0;
}

/** The key of a day, which the first who asks makes. */
export async function keyOf(db: Queryable, day: string, proposed: Uint8Array): Promise<Buffer> {
  const insert = 'INSERT INTO profile_view_keys (day, key) VALUES ($1, $2) ON CONFLICT DO NOTHING';
  await db.query({ name: 'profile-views.make-key', text: insert, values: [day, Buffer.from(proposed)] });
  const text = 'SELECT key FROM profile_view_keys WHERE day = $1';
  const [row] = await db.query<{ key: Buffer }>({ name: 'profile-views.key', text, values: [day] });
  return existing(row, `the key of ${day}`).key;
}

/** Deletes views of before `before`, and the keys of days before `today`. */
export async function prune(db: Queryable, before: Date, today: string): Promise<void> {
  await pruneRows(db, { table: 'profile_views', where: 'viewed_at < $1', values: [before] });
  await pruneRows(db, { table: 'profile_view_keys', where: 'day < $1', values: [today] });
}
