import { columnsOf } from '@marquee/data/columns';
import type { Database } from '@marquee/data/database';
import { Prisma } from '../../gen/prisma/client.ts';
import type { Account } from '../account/accounts.ts';

type Queryable = Pick<Database, 'query'>;

export type UserFilter = 'ALL' | 'NOT_ONBOARDED_ONLY' | 'ONBOARDED_ONLY' | 'ACTIVE_ONLY';

const ONBOARDED = 'NOT is_onboarding AND last_signed_in_at IS NOT NULL';

// As the partial indexes spell them. Who is through with onboarding and has signed in has a last sign-in [ADU-01].
const CONDITIONS: Record<UserFilter, string> = {
  ALL: 'deleted_at IS NULL',
  NOT_ONBOARDED_ONLY: 'is_onboarding AND deleted_at IS NULL',
  ONBOARDED_ONLY: `${ONBOARDED} AND deleted_at IS NULL`,
  ACTIVE_ONLY: `${ONBOARDED} AND deleted_at IS NULL`,
};

const COLUMNS = columnsOf(Object.keys(Prisma.AccountScalarFieldEnum));

/** The place of an account among those who came first or last. */
export type TimePlace = { createdAt: Date; id: string };

/** Accounts, newest first, after one of them. */
export function newest(db: Queryable, filter: UserFilter, after: TimePlace | undefined, limit: number) {
  const place = after ? 'AND (created_at, id) < ($2::timestamptz, $3::uuid)' : '';
  return db.query<Account>({
    name: `user-list.newest-${filter}${after ? '-after' : ''}`,
    text: `SELECT ${COLUMNS} FROM accounts WHERE ${CONDITIONS[filter]} ${place}
      ORDER BY created_at DESC, id DESC LIMIT $1`,
    values: after ? [limit, after.createdAt, after.id] : [limit],
  });
}

/** Accounts that came by another, newest first, after one of them. */
export function referred(db: Queryable, referrerId: string, after: TimePlace | undefined, limit: number) {
  const place = after ? 'AND (created_at, id) < ($3::timestamptz, $4::uuid)' : '';
  return db.query<Account>({
    name: `user-list.referred${after ? '-after' : ''}`,
    text: `SELECT ${COLUMNS} FROM accounts WHERE referrer_id = $2 AND referrer_id <> '' AND deleted_at IS NULL ${place}
      ORDER BY created_at DESC, id DESC LIMIT $1`,
    values: [limit, referrerId, ...(after ? [after.createdAt, after.id] : [])],
  });
}

/** A search that names one account, or those whose phone number it is. */
export type Exact = { column: 'id' | 'email' | 'phone'; value: string };

const EXACT: Record<Exact['column'], string> = {
  id: 'id = $1::uuid',
  email: 'email = $1',
  phone: '(phone = $1 OR sign_in_phone = $1)',
};

export function exactly(db: Queryable, filter: UserFilter, { column, value }: Exact, limit: number) {
  return db.query<Account>({
    name: `user-list.by-${column}-${filter}`,
    text: `SELECT ${COLUMNS} FROM accounts WHERE ${EXACT[column]} AND ${CONDITIONS[filter]} ORDER BY id LIMIT $2`,
    values: [value, limit],
  });
}

const LAST_CHARACTER = '\u{10FFFF}';
const endOf = (key: string) => `${key}${LAST_CHARACTER}`;

/** 0 for accounts whose full name begins with what was searched for, 1 for those whose last name alone does. */
export type Named = Account & { rank: number; key: string };
export type NamePlace = { rank: number; key: string; id: string };

const FULL_NAME = 'full_name_key >= $1 AND full_name_key < $2';
const LAST_NAME = `last_name_key >= $1 AND last_name_key < $2 AND NOT (${FULL_NAME})`;

/** Accounts whose full name begins with the key, then those whose last name does, each in the order of its index. */
export function named(
  db: Queryable,
  filter: UserFilter,
  key: string,
  after: NamePlace,
  limit: number,
): Promise<Named[]> {
  return db.query<Named>({
    name: `user-list.named-${filter}`,
    text: `
      SELECT * FROM (
        (SELECT ${COLUMNS}, 0 AS rank, full_name_key AS key FROM accounts
          WHERE $3::int = 0 AND ${FULL_NAME} AND (full_name_key, id) > ($4, $5::uuid) AND ${CONDITIONS[filter]}
          ORDER BY full_name_key, id LIMIT $6)
        UNION ALL
        (SELECT ${COLUMNS}, 1 AS rank, last_name_key AS key FROM accounts
          WHERE ${LAST_NAME} AND ($3::int = 0 OR (last_name_key, id) > ($4, $5::uuid)) AND ${CONDITIONS[filter]}
          ORDER BY last_name_key, id LIMIT $6)
      ) AS found ORDER BY rank, key, id LIMIT $6`,
    values: [key, endOf(key), after.rank, after.key, after.id, limit],
  });
}

/** What is counted: everybody, those of a name, or those whom a search names. */
export type Counted = { filter: UserFilter; key?: string | undefined; exact?: Exact | undefined };

function where({ filter, key, exact }: Counted): { text: string; values: unknown[] } {
  if (exact) return { text: `${EXACT[exact.column]} AND ${CONDITIONS[filter]}`, values: [exact.value] };
  if (key === undefined) return { text: CONDITIONS[filter], values: [] };
  const isNamed = `((${FULL_NAME}) OR (last_name_key >= $1 AND last_name_key < $2))`;
  return { text: `${isNamed} AND ${CONDITIONS[filter]}`, values: [key, endOf(key)] };
}

/** How many there are, up to a bound. */
export async function count(db: Queryable, counted: Counted, max: number): Promise<number> {
  const { text, values } = where(counted);
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM accounts WHERE ${text} LIMIT ${max}) AS counted`,
    values,
  );
  return row?.count ?? 0;
}

type Plan = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] };

/** How many there are by PostgreSQL's own statistics, which are as old as its last ANALYZE. */
export async function estimate(db: Queryable, counted: Counted): Promise<number> {
  const { text, values } = where(counted);
  const [row] = await db.query<Plan>(`EXPLAIN (FORMAT JSON) SELECT 1 FROM accounts WHERE ${text}`, values);
  return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}
