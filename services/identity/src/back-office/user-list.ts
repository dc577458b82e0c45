import { columnsOf } from '@marquee/data/columns';
import type { Database } from '@marquee/data/database';
import { Prisma } from '../../gen/prisma/client.ts';
import type { Account } from '../account/accounts.ts';

type Queryable = Pick<Database, 'query'>;

export type UserFilter = 'ALL' | 'NOT_ONBOARDED_ONLY' | 'ONBOARDED_ONLY' | 'ACTIVE_ONLY';

/** Whom a list is of: '' is every country, ALL every consumer type. */
export type Filters = { filter: UserFilter; country: string; consumerType: string };

const ONBOARDED = 'NOT is_onboarding AND last_signed_in_at IS NOT NULL';

// As the partial indexes spell them. Who is through with onboarding and has signed in has a last sign-in [ADU-01].
const CONDITIONS: Record<UserFilter, string> = {
  ALL: 'deleted_at IS NULL',
  NOT_ONBOARDED_ONLY: 'is_onboarding AND deleted_at IS NULL',
  ONBOARDED_ONLY: `${ONBOARDED} AND deleted_at IS NULL`,
  ACTIVE_ONLY: `${ONBOARDED} AND deleted_at IS NULL`,
};

/** The condition for those whom the filters leave. What it compares with is added to the values of the statement. */
function left({ filter, country, consumerType }: Filters, values: unknown[]): string {
  const conditions = [CONDITIONS[filter]];
  if (country !== '') conditions.push(`country = $${values.push(country)}`);
  if (consumerType !== 'ALL') conditions.push(`consumer_type = $${values.push(consumerType)}`);
  return conditions.join(' AND ');
}

const COLUMNS = columnsOf(Object.keys(Prisma.AccountScalarFieldEnum));

/**
 * Prepares a statement under its name, but for those of a country or a consumer type: nearly all accounts may have it, or
 * next to none, so that PostgreSQL plans each of them for what it is asked.
 */
function run<R>(
  db: Queryable,
  { filter, country, consumerType }: Filters,
  name: string,
  text: string,
  values: unknown[],
): Promise<R[]> {
  if (country !== '' || consumerType !== 'ALL') return db.query<R>(text, values);
  return db.query<R>({ name: `user-list.${name}-${filter}`, text, values });
}

/** The place of an account among those who came first or last. */
export type TimePlace = { createdAt: Date; id: string };

/** Accounts, newest first, after one of them. */
export function newest(db: Queryable, filters: Filters, after: TimePlace | undefined, limit: number) {
  const place = after ? 'AND (created_at, id) < ($2::timestamptz, $3::uuid)' : '';
  const values: unknown[] = after ? [limit, after.createdAt, after.id] : [limit];
  const text = `SELECT ${COLUMNS} FROM accounts WHERE ${left(filters, values)} ${place}
    ORDER BY created_at DESC, id DESC LIMIT $1`;
  return run<Account>(db, filters, after ? 'newest-after' : 'newest', text, values);
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

export function exactly(db: Queryable, filters: Filters, { column, value }: Exact, limit: number) {
  const values: unknown[] = [value, limit];
  const text = `SELECT ${COLUMNS} FROM accounts WHERE ${EXACT[column]} AND ${left(filters, values)} ORDER BY id LIMIT $2`;
  return run<Account>(db, filters, `by-${column}`, text, values);
}

const LAST_CHARACTER = '\u{10FFFF}';
const endOf = (key: string) => `${key}${LAST_CHARACTER}`;

/** 0 for accounts whose full name begins with what was searched for, 1 for those whose last name alone does. */
export type Named = Account & { rank: number; key: string };
export type NamePlace = { rank: number; key: string; id: string };

const FULL_NAME = 'full_name_key >= $1 AND full_name_key < $2';
const LAST_NAME = `last_name_key >= $1 AND last_name_key < $2 AND NOT (${FULL_NAME})`;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Accounts whose full name begins with the key, then those whose last name does, each in the order of its index. Both begin
 * at the key or at the place: PostgreSQL reads an index from the row comparison on, not from the beginning of the range.
 */
export function named(
  db: Queryable,
  filters: Filters,
  key: string,
  after: NamePlace | undefined,
  limit: number,
): Promise<Named[]> {
  const first = { rank: 0, key, id: LOWEST_ID };
  const full = after?.rank === 0 ? after : first;
  const last = after?.rank === 1 ? after : first;
  const values: unknown[] = [key, endOf(key), after?.rank ?? 0, full.key, full.id, last.key, last.id, limit];
  const isLeft = left(filters, values);
  const text = `
    SELECT * FROM (
      (SELECT ${COLUMNS}, 0 AS rank, full_name_key AS key FROM accounts
        WHERE $3::int = 0 AND ${FULL_NAME} AND (full_name_key, id) > ($4, $5::uuid) AND ${isLeft}
        ORDER BY full_name_key, id LIMIT $8)
      UNION ALL
      (SELECT ${COLUMNS}, 1 AS rank, last_name_key AS key FROM accounts
        WHERE ${LAST_NAME} AND (last_name_key, id) > ($6, $7::uuid) AND ${isLeft}
        ORDER BY last_name_key, id LIMIT $8)
    ) AS found ORDER BY rank, key, id LIMIT $8`;
  return run<Named>(db, filters, 'named', text, values);
}

/** What is counted: everybody, those of a name, or those whom a search names. */
export type Counted = { filters: Filters; key?: string | undefined; exact?: Exact | undefined };

function where({ filters, key, exact }: Counted): { text: string; values: unknown[] } {
  const values: unknown[] = exact ? [exact.value] : key === undefined ? [] : [key, endOf(key)];
  const isLeft = left(filters, values);
  if (exact) return { text: `${EXACT[exact.column]} AND ${isLeft}`, values };
  if (key === undefined) return { text: isLeft, values };
  return { text: `((${FULL_NAME}) OR (last_name_key >= $1 AND last_name_key < $2)) AND ${isLeft}`, values };
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
