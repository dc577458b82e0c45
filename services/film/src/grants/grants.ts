import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { GrantKind } from '@marquee/rules/windows';
import type { AccessGrant, Entitlement } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';

/** What staff gave somebody, with the film's title and the right that it is. */
export type Grant = Omit<AccessGrant, 'kind'> & { kind: GrantKind; filmTitle: string } & {
  /** Null once it was taken back. */
  endsAt: Entitlement['endsAt'] | null;
  startedAt: Entitlement['startedAt'];
};
export type NewGrant = Omit<AccessGrant, 'kind' | 'takenBackAt' | 'takenBackBy'> & { kind: GrantKind } & {
  endsAt: Date;
  /** How long it can be watched from its start; null where the time runs. */
  watchSeconds: number | null;
};
/** Where a page continues, newest first. */
export type GrantPlace = { createdAt: Date; id: string };

const GRANT = `
  SELECT g.id, g.account_id, g.film_id, g.kind, g.hours, g.reason, g.granted_by, g.created_at, g.taken_back_at,
    g.taken_back_by, f.film_title, e.ends_at, e.started_at
  FROM access_grants g JOIN films f ON f.id = g.film_id
    LEFT JOIN entitlements e
      ON e.account_id = g.account_id AND e.film_id = g.film_id AND e.source = 'GRANT' AND e.source_id = g.id`;

export async function find(db: Queryable, id: string): Promise<Grant | undefined> {
  if (!isId(id)) return undefined;
  const [grant] = await db.query<Grant>({ name: 'grants.find', text: `${GRANT} WHERE g.id = $1`, values: [id] });
  return grant;
}

export function listOf(
  db: Queryable,
  { accountId, after, limit }: { accountId: string; after: GrantPlace | undefined; limit: number },
): Promise<Grant[]> {
  return db.query<Grant>({
    name: 'grants.list',
    text: `${GRANT} WHERE g.account_id = $1 AND ($2::timestamptz IS NULL OR (g.created_at, g.id) < ($2, $3::uuid))
      ORDER BY g.created_at DESC, g.id DESC LIMIT $4`,
    values: [accountId, after?.createdAt ?? null, after?.id ?? null, limit],
  });
}

/** Keeps a grant and gives the right to watch that it is. */
export async function insert(tx: Tx, grant: NewGrant): Promise<void> {
  const { id, accountId, filmId, kind, hours, reason, grantedBy, createdAt, endsAt, watchSeconds } = grant;
  await tx.query({
    name: 'grants.insert',
    text: `INSERT INTO access_grants (id, account_id, film_id, kind, hours, reason, granted_by, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [id, accountId, filmId, kind, hours, reason, grantedBy, createdAt],
  });
  await tx.query({
    name: 'grants.entitle',
    text: `INSERT INTO entitlements (account_id, film_id, source, source_id, ends_at, watch_seconds)
      VALUES ($1, $2, 'GRANT', $3, $4, $5)`,
    values: [accountId, filmId, id, endsAt, watchSeconds],
  });
}

/** Ends the right of a grant; false when it was taken back before. */
export async function takeBack(tx: Tx, { id, by, now }: { id: string; by: string; now: Date }): Promise<boolean> {
  const taken = await tx.query({
    name: 'grants.take-back',
    text: `UPDATE access_grants SET taken_back_at = $2, taken_back_by = $3 WHERE id = $1 AND taken_back_at IS NULL
      RETURNING 1`,
    values: [id, now, by],
  });
  if (taken.length === 0) return false;
  const text = "DELETE FROM entitlements WHERE source = 'GRANT' AND source_id = $1";
  await tx.query({ name: 'grants.end', text, values: [id] });
  return true;
}
