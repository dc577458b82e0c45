import { columnsOf } from '@marquee/data/columns';
import type { Database, Tx } from '@marquee/data/database';
import { existing } from '@marquee/data/existing';
import { newId } from '@marquee/data/ids';
import { pruneRows } from '@marquee/data/prune';
import { type Connection as ConnectionRow, Prisma } from '../../gen/prisma/client.ts';
import { shown } from '../account/accounts.ts';
import { PERSON_FIELDS, type Person } from '../people/people.ts';

export type Connection = ConnectionRow;
export type State = 'NONE' | 'REQUESTED' | 'CONNECTED';
/** Two people, in either order. */
export type Pair = readonly [string, string];
/** A person, and since when. */
export type Connected = Person & { since: Date };

type Queryable = Pick<Database, 'query'>;

const COLUMNS = columnsOf(Object.keys(Prisma.ConnectionScalarFieldEnum));

const ordered = ([one, other]: Pair): [string, string] => (one < other ? [one, other] : [other, one]);

export async function find(db: Queryable, pair: Pair): Promise<Connection | undefined> {
  const text = `SELECT ${COLUMNS} FROM connections WHERE low_id = $1 AND high_id = $2`;
  const [connection] = await db.query<Connection>({ name: 'connections.find', text, values: ordered(pair) });
  return connection;
}

/** The row of two people, locked, so that what they do at once happens in order; undefined before its first request. */
export async function lockExisting(tx: Tx, pair: Pair): Promise<Connection | undefined> {
  const text = `SELECT ${COLUMNS} FROM connections WHERE low_id = $1 AND high_id = $2 FOR UPDATE`;
  const [connection] = await tx.query<Connection>({ name: 'connections.lock', text, values: ordered(pair) });
  return connection;
}

/** The row of two people, made if there is none, and locked. */
export async function lock(tx: Tx, pair: Pair): Promise<Connection> {
  const text = `INSERT INTO connections (id, low_id, high_id, state, version) VALUES ($1, $2, $3, 'NONE', 0)
    ON CONFLICT (low_id, high_id) DO NOTHING`;
  await tx.query({ name: 'connections.make', text, values: [newId(), ...ordered(pair)] });
  return existing(await lockExisting(tx, pair), 'a connection');
}

type Change = Partial<Pick<Connection, 'requesterId' | 'since' | 'declinedId' | 'declinedAt'>> & { state: State };

/** Changes a locked row and raises its version: each change is an event. */
export async function change(tx: Tx, before: Connection, changes: Change): Promise<Connection> {
  const after = { ...before, ...changes };
  const text = `UPDATE connections SET state = $2, requester_id = $3, since = $4, declined_id = $5, declined_at = $6,
    version = version + 1 WHERE id = $1 RETURNING ${COLUMNS}`;
  const { id, state, requesterId, since, declinedId, declinedAt } = after;
  const values = [id, state, requesterId, since, declinedId, declinedAt];
  const [changed] = await tx.query<Connection>({ name: 'connections.change', text, values });
  return existing(changed, 'a locked connection');
}

const NOTE_ASK = `
  INSERT INTO connection_asks AS a (requester_id, recipient_id, asked_at, times, times_since) VALUES ($1, $2, $3, 1, $3)
  ON CONFLICT (requester_id, recipient_id) DO UPDATE SET asked_at = excluded.asked_at,
    times = CASE WHEN coalesce(a.times_since, a.asked_at) > $4 THEN a.times + 1 ELSE 1 END,
    times_since = CASE WHEN coalesce(a.times_since, a.asked_at) > $4 THEN coalesce(a.times_since, a.asked_at)
      ELSE excluded.asked_at END
  RETURNING times, times_since`;

/** Notes a request; how many people the requester has asked since `from`, and how often this one since when. */
export async function countAsk(tx: Tx, { requesterId, recipientId, now, from }: Ask): Promise<Asked> {
  const values = [requesterId, recipientId, now, from];
  const [noted] = await tx.query<Omit<Asked, 'people'>>({ name: 'connections.ask', text: NOTE_ASK, values });
  const text = 'SELECT count(*)::int AS people FROM connection_asks WHERE requester_id = $1 AND asked_at > $2';
  const [row] = await tx.query<{ people: number }>({ name: 'connections.asks', text, values: [requesterId, from] });
  return { ...existing(noted, 'a noted request'), people: row?.people ?? 0 };
}
type Ask = { requesterId: string; recipientId: string; now: Date; from: Date };
type Asked = { people: number; times: number; timesSince: Date };

/** Deletes what counts requests of before `before`. */
export function pruneAsks(db: Queryable, before: Date): Promise<void> {
  return pruneRows(db, { table: 'connection_asks', where: 'asked_at < $1', values: [before] });
}

/** Everybody to whom a person is connected, by the number of the parameter that is the person. */
const othersOf = (parameter: string) => `
  SELECT high_id AS id, since FROM connections WHERE low_id = ${parameter} AND state = 'CONNECTED'
  UNION ALL
  SELECT low_id, since FROM connections WHERE high_id = ${parameter} AND state = 'CONNECTED'`;

const PERSON = columnsOf(PERSON_FIELDS, 'a');

/** Connections of somebody as others count them: without people who are hidden. */
export async function countShown(db: Queryable, accountId: string): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM (${othersOf('$1')}) o JOIN accounts a ON a.id = o.id
    WHERE ${shown('a')}`;
  const [row] = await db.query<{ count: number }>({ name: 'connections.count-shown', text, values: [accountId] });
  return row?.count ?? 0;
}

/** All connections, also those with people who are hidden: reinstated, or with the account kept, they are back. */
export async function count(db: Queryable, accountId: string): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM (${othersOf('$1')}) o`;
  const [row] = await db.query<{ count: number }>({ name: 'connections.count-all', text, values: [accountId] });
  return row?.count ?? 0;
}

const LAST_CHARACTER = '\u{10FFFF}';

/** Connections by name; with a key those whose full name or last name begins with it. */
export function list(
  db: Queryable,
  { accountId, key, after, limit }: { accountId: string; key: string; after: ByName | undefined; limit: number },
): Promise<Connected[]> {
  const text = `SELECT ${PERSON}, o.since FROM (${othersOf('$1')}) o JOIN accounts a ON a.id = o.id
    WHERE ${shown('a')} AND (a.full_name_key, a.id) > ($2, $3::uuid)
      AND ($4 = '' OR (a.full_name_key >= $4 AND a.full_name_key < $5) OR (a.last_name_key >= $4 AND a.last_name_key < $5))
    ORDER BY a.full_name_key, a.id LIMIT $6`;
  const values = [accountId, ...(after ?? BEFORE_ALL), key, `${key}${LAST_CHARACTER}`, limit];
  return db.query<Connected>({ name: 'connections.list', text, values });
}
/** The name and the id of the last person of a page. */
export type ByName = [nameKey: string, id: string];
const BEFORE_ALL: ByName = ['', '00000000-0000-0000-0000-000000000000'];

/** Whom two people are both connected to. Who keeps their profile private is shown to neither as a friend of the other. */
const MUTUAL = `(SELECT o.id FROM (${othersOf('$1')}) o INTERSECT SELECT o.id FROM (${othersOf('$2')}) o) m
  JOIN accounts a ON a.id = m.id WHERE ${shown('a')} AND a.profile_visibility <> 'PRIVATE'`;

export function listMutual(
  db: Queryable,
  { pair, after, limit }: { pair: Pair; after: ByName | undefined; limit: number },
): Promise<Person[]> {
  const text = `SELECT ${PERSON} FROM ${MUTUAL} AND (a.full_name_key, a.id) > ($3, $4::uuid)
    ORDER BY a.full_name_key, a.id LIMIT $5`;
  return db.query<Person>({ name: 'connections.mutual', text, values: [...pair, ...(after ?? BEFORE_ALL), limit] });
}

export async function countMutual(db: Queryable, pair: Pair): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM ${MUTUAL}`;
  const [row] = await db.query<{ count: number }>({ name: 'connections.count-mutual', text, values: [...pair] });
  return row?.count ?? 0;
}

/** When the last request of a page was made, and whose it is. */
export type ByTime = [since: string, id: string];

/** Open requests of a person, or to them, newest first. */
export function listRequests(
  db: Queryable,
  { accountId, sent, after, limit }: { accountId: string; sent: boolean; after: ByTime | undefined; limit: number },
): Promise<Connected[]> {
  const text = `SELECT ${PERSON}, o.since FROM (
      SELECT high_id AS id, since FROM connections
        WHERE low_id = $1 AND state = 'REQUESTED' AND (requester_id = $1) = $2
      UNION ALL
      SELECT low_id, since FROM connections WHERE high_id = $1 AND state = 'REQUESTED' AND (requester_id = $1) = $2
    ) o JOIN accounts a ON a.id = o.id
    WHERE ${shown('a')} AND ($3::timestamptz IS NULL OR (o.since, a.id) < ($3, $4::uuid))
    ORDER BY o.since DESC, a.id DESC LIMIT $5`;
  const values = [accountId, sent, after?.[0] ?? null, after?.[1] ?? null, limit];
  return db.query<Connected>({ name: 'connections.requests', text, values });
}
