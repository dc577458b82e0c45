import { send, type Tx } from '@marquee/data/database';
import type { Order } from '@marquee/payments/orders';
import type { Tally } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';

/** What sums are of: what was sold and who came. Money in minor units. */
export type Counts = Omit<Tally, 'festivalId' | 'subjectId' | 'hour'>;

const COLUMNS = ['sales', 'refunds', 'tickets', 'returned', 'amount', 'fee', 'doors', 'watched'] as const;
const NOTHING: Counts = { sales: 0, refunds: 0, tickets: 0, returned: 0, amount: 0n, fee: 0n, doors: 0, watched: 0 };

const LIST = COLUMNS.join(', ');
const MONEY: ReadonlySet<string> = new Set(['amount', 'fee']);
/** SQL of the sums of rows. */
export const SUMS = COLUMNS.map(
  (name) => `coalesce(sum(${name}), 0)::${MONEY.has(name) ? 'bigint' : 'int'} AS ${name}`,
).join(', ');

/**
 * SQL of the quarter of an hour in which a moment is: `hour` of sums. Days of all time zones begin with one; rows from before
 * are cut to the hour.
 */
export const quarterOf = (moment: string) =>
  `date_bin('15 minutes', ${moment}::timestamptz, '2000-01-01Z'::timestamptz)`;

/** Appends what was sold or went back: a row of its own, so that two who sell never wait for each other. */
export async function add(
  tx: Tx,
  { festivalId, subjectId, at, ...counts }: { festivalId: string; subjectId: string; at: Date } & Partial<Counts>,
): Promise<void> {
  const all = { ...NOTHING, ...counts };
  await send(tx, {
    name: 'tallies.add',
    text: `INSERT INTO tally_changes (festival_id, subject_id, hour, ${LIST})
      VALUES ($1, $2, ${quarterOf('$3')}, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [festivalId, subjectId, at, ...COLUMNS.map((name) => all[name])],
  });
}

/**
 * Appends an order that was delivered, or whose money is back where `orders` is -1; with 0, a part of its money and how many
 * tickets ended with it. It is of a ticket type, or of the call of a submission. One statement, because every sale makes it.
 */
export async function addOrder(
  tx: Tx,
  { id, itemId, payeeId, amount, fee }: Pick<Order, 'id' | 'itemId' | 'payeeId' | 'amount' | 'fee'>,
  orders: 1 | 0 | -1,
  at: Date,
  ended = 0,
): Promise<void> {
  const sign = orders > 0 ? 1 : -1;
  await send(tx, {
    name: 'tallies.add-order',
    text: `INSERT INTO tally_changes (festival_id, subject_id, hour, ${LIST})
      SELECT $2, coalesce(t.type_id, s.call_id, $3::uuid), ${quarterOf('$4')},
        ($5::int > 0)::int, ($5::int < 0)::int, CASE WHEN $5::int > 0 THEN coalesce(t.quantity, 0) ELSE 0 END,
        CASE WHEN $5::int < 0 THEN coalesce(t.quantity - t.returned_quantity, 0) ELSE $9::int END, $8::int * $6::bigint, $8::int * $7::bigint, 0, 0
      FROM (SELECT $1::uuid AS id) o LEFT JOIN ticket_orders t ON t.id = o.id LEFT JOIN submissions s ON s.id = o.id`,
    values: [id, payeeId, itemId, at, orders, amount, fee, sign, ended],
  });
}

/** Changes of one round. */
const FOLDED_AT_ONCE = 10_000;
const FOLD = `
  WITH taken AS (
    DELETE FROM tally_changes WHERE id = ANY(ARRAY(
      SELECT id FROM tally_changes ORDER BY id LIMIT ${FOLDED_AT_ONCE} FOR UPDATE SKIP LOCKED))
    RETURNING festival_id, subject_id, hour, ${LIST}
  ), folded AS (
    INSERT INTO tallies AS t (festival_id, subject_id, hour, ${LIST})
    SELECT festival_id, subject_id, hour, ${SUMS} FROM taken
    GROUP BY festival_id, subject_id, hour ORDER BY festival_id, subject_id, hour
    ON CONFLICT (festival_id, subject_id, hour) DO UPDATE
    SET ${COLUMNS.map((name) => `${name} = t.${name} + excluded.${name}`).join(', ')}
    RETURNING t.festival_id, t.subject_id
  )
  SELECT DISTINCT festival_id, subject_id FROM folded`;

export type Folded = { festivalId: string; subjectId: string };

/** Folds up to 10,000 changes into the sums, and gives what they are of. Sums read the same before and after. */
export function fold(db: Queryable): Promise<Folded[]> {
  return db.query<Folded>({ name: 'tallies.fold', text: FOLD });
}

/** The events that sums are of: themselves, or those of ticket types. */
export async function eventsOf(db: Queryable, subjectIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>({
    name: 'tallies.events',
    text: `SELECT event_id AS id FROM ticket_type_events WHERE type_id = ANY($1::uuid[])
      UNION SELECT id FROM events WHERE id = ANY($1::uuid[])`,
    values: [subjectIds],
  });
  return rows.map(({ id }) => id);
}

/** SQL of the sums of an organization ($1). What is not folded yet counts too. */
export const ALL = `
  SELECT subject_id, hour, ${LIST} FROM tallies WHERE festival_id = $1
  UNION ALL SELECT subject_id, hour, ${LIST} FROM tally_changes WHERE festival_id = $1`;

/** The sums of an organization. */
export async function ofFestival(db: Queryable, festivalId: string): Promise<Counts> {
  const text = `SELECT ${SUMS} FROM (${ALL}) a`;
  const [row] = await db.query<Counts>({ name: 'tallies.of-festival', text, values: [festivalId] });
  return row ?? NOTHING;
}

export type OfDay = Counts & { day: string };

/** Sums by day of UTC. */
export function listByDay(db: Queryable, festivalId: string, { from, to }: { from: Date; to: Date }): Promise<OfDay[]> {
  return db.query<OfDay>({
    name: 'tallies.by-day',
    text: `SELECT to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, ${SUMS} FROM (${ALL}) a
      WHERE hour >= $2 AND hour < $3 AND (sales > 0 OR refunds > 0) GROUP BY 1 ORDER BY 1`,
    values: [festivalId, from, to],
  });
}

/** Tickets to an event, tickets to several, and the fees of a call. */
export type SourceKind = 'EVENT' | 'PASS' | 'CALL';
export type OfSource = Pick<Counts, 'sales' | 'refunds' | 'tickets' | 'returned' | 'amount' | 'fee'> & {
  kind: SourceKind;
  id: string;
  name: string;
};

/** SQL of what is sold: a call, the one event of a ticket type, or the type itself where it is for several. */
export const SOURCES = `
  SELECT y.id AS subject_id, y.festival_id, CASE n.events WHEN 1 THEN 'EVENT' ELSE 'PASS' END AS kind,
    CASE n.events WHEN 1 THEN n.event_id ELSE y.id END AS id, CASE n.events WHEN 1 THEN e.name ELSE y.name END AS name
  FROM ticket_types y
    CROSS JOIN LATERAL (
      SELECT count(*) AS events, min(event_id::text)::uuid AS event_id FROM ticket_type_events WHERE type_id = y.id
    ) n LEFT JOIN events e ON e.id = n.event_id
  UNION ALL SELECT id, festival_id, 'CALL', id, title FROM calls`;

/** Sums by what was sold, the most earned first. */
export function listBySource(
  db: Queryable,
  festivalId: string,
  { after, limit }: { after: { earnings: bigint; id: string } | undefined; limit: number },
): Promise<OfSource[]> {
  return db.query<OfSource>({
    name: 'tallies.by-source',
    text: `SELECT * FROM (
        SELECT s.kind, s.id, s.name, sum(a.sales)::int AS sales, sum(a.refunds)::int AS refunds,
          sum(a.tickets)::int AS tickets, sum(a.returned)::int AS returned, sum(a.amount)::bigint AS amount,
          sum(a.fee)::bigint AS fee
        FROM (${ALL}) a JOIN (SELECT * FROM (${SOURCES}) x WHERE x.festival_id = $1) s ON s.subject_id = a.subject_id
        GROUP BY s.kind, s.id, s.name
      ) m WHERE $2::bigint IS NULL OR (m.amount - m.fee, m.id) < ($2, $3::uuid)
      ORDER BY m.amount - m.fee DESC, m.id DESC LIMIT $4`,
    values: [festivalId, after?.earnings ?? null, after?.id ?? null, limit],
  });
}
