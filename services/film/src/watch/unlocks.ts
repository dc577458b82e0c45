import type { Tx } from '@marquee/data/database';
import type { Progress, Unlock } from '../../gen/prisma/client.ts';
import { type Queryable, VISIBLE } from '../films/films.ts';

const INSERT = `
  INSERT INTO unlocks AS u (id, account_id, film_id, expire_at, created_at, paid_amount, watch_seconds, coins)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (account_id, film_id) DO UPDATE SET id = excluded.id, expire_at = excluded.expire_at,
    paid_amount = excluded.paid_amount, coins = excluded.coins, created_at = excluded.created_at,
    watch_seconds = excluded.watch_seconds, started_at = NULL
  WHERE u.expire_at <= $5
  RETURNING id`;

/** An unlock, free unless money or coins were paid, unless one is still valid; true when it is new. */
export async function insert(
  tx: Tx,
  unlock: Omit<Unlock, 'paidAmount' | 'coins' | 'startedAt'> & Partial<Pick<Unlock, 'paidAmount' | 'coins'>>,
): Promise<boolean> {
  const { id, accountId, filmId, expireAt, createdAt, paidAmount = 0n, coins = 0n, watchSeconds } = unlock;
  const values = [id, accountId, filmId, expireAt, createdAt, paidAmount, watchSeconds, coins];
  return (await tx.query({ name: 'watch.unlock', text: INSERT, values })).length > 0;
}

/** Ends an unlock, which its id names. */
export async function end(tx: Tx, id: string, now: Date): Promise<void> {
  const text = 'UPDATE unlocks SET expire_at = $2 WHERE id = $1';
  await tx.query({ name: 'watch.unlock-end', text, values: [id, now] });
}

/** Gives an unlock that was ended its time back: until `expireAt`, unless it was started. */
export async function restore(tx: Tx, id: string, expireAt: Date): Promise<void> {
  const text = `UPDATE unlocks SET expire_at = coalesce(started_at + make_interval(secs => watch_seconds), $2)
    WHERE id = $1`;
  await tx.query({ name: 'watch.unlock-restore', text, values: [id, expireAt] });
}

const INSERT_MANY = `
  INSERT INTO unlocks (id, account_id, film_id, expire_at, created_at)
  SELECT id, account_id, $3::uuid, $4::timestamptz, $5::timestamptz
  FROM unnest($1::uuid[], $2::uuid[]) AS p (id, account_id)
  ON CONFLICT DO NOTHING`;

/** Unlocks of one film for many accounts, for those that have none. */
export async function insertMany(
  db: Queryable,
  unlocks: readonly { id: string; accountId: string }[],
  { filmId, expireAt, createdAt }: Pick<Unlock, 'filmId' | 'expireAt' | 'createdAt'>,
): Promise<void> {
  const [ids, accounts] = [unlocks.map(({ id }) => id), unlocks.map(({ accountId }) => accountId)];
  await db.query(INSERT_MANY, [ids, accounts, filmId, expireAt, createdAt]);
}

export type OwnUnlock = Pick<
  Unlock,
  'filmId' | 'expireAt' | 'paidAmount' | 'coins' | 'createdAt' | 'watchSeconds' | 'startedAt'
> & {
  positionMs: Progress['positionMs'] | null;
  durationMs: Progress['durationMs'] | null;
  finished: Progress['finished'] | null;
};
/** Where a page of own unlocks continues. */
export type OwnKey = [createdAt: string, filmId: string];

/** An account's unlocks of films that it can still see, the newest first; '' for films of every type. */
export async function listOwn(
  db: Queryable,
  {
    accountId,
    projectType,
    after,
    limit,
  }: { accountId: string; projectType: string; after: OwnKey | undefined; limit: number },
): Promise<OwnUnlock[]> {
  const [createdAt, filmId] = after ?? [null, null];
  const values = [accountId, limit, createdAt, filmId, projectType];
  return db.query<OwnUnlock>({ name: 'watch.own-unlocks', text: LIST_OWN, values });
}

/** An account's unlock of a film while it lasts. */
export async function findOwn(
  db: Queryable,
  { accountId, filmId, now }: { accountId: string; filmId: string; now: Date },
): Promise<OwnUnlock | undefined> {
  const text = `${OWN} AND u.film_id = $2 AND u.expire_at > $3`;
  const [row] = await db.query<OwnUnlock>({ name: 'watch.own-unlock', text, values: [accountId, filmId, now] });
  return row;
}

// To the millisecond, which is what a cursor holds.
const OWN = `
  SELECT u.film_id, greatest(u.expire_at, (
      SELECT max(e.ends_at) FROM entitlements e
      WHERE e.account_id = u.account_id AND e.film_id = u.film_id AND e.source = 'GRANT')) AS expire_at, u.paid_amount, u.coins,
    u.watch_seconds, u.started_at, date_trunc('milliseconds', u.created_at) AS created_at,
    g.position_ms, g.duration_ms, g.finished
  FROM unlocks u JOIN films f ON f.id = u.film_id
    LEFT JOIN progress g ON g.account_id = u.account_id AND g.film_id = u.film_id
  WHERE u.account_id = $1`;
const LIST_OWN = `${OWN} AND ((${VISIBLE}) OR f.created_by = $1) AND ($5 = '' OR f.project_type = $5)
    AND ($3::timestamptz IS NULL OR (date_trunc('milliseconds', u.created_at), u.film_id) < ($3::timestamptz, $4::uuid))
  ORDER BY date_trunc('milliseconds', u.created_at) DESC, u.film_id DESC LIMIT $2`;
