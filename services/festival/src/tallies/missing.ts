import type { Database } from '@marquee/data/database';
import { ALL, quarterOf } from './tallies.ts';

/** What is sold: a ticket type or a call. */
type Subject = { id: string; festivalId: string };

export function listSubjects(db: Pick<Database, 'query'>, after: string, limit: number): Promise<Subject[]> {
  return db.query<Subject>({
    name: 'missing.subjects',
    text: `SELECT id, festival_id FROM (
        SELECT id, festival_id FROM ticket_types UNION ALL SELECT id, festival_id FROM calls
      ) s WHERE id > $1 ORDER BY id LIMIT $2`,
    values: [after, limit],
  });
}

const COUNTED = ['sales', 'refunds', 'tickets', 'returned', 'amount', 'fee'] as const;
const of = (write: (name: string) => string) => COUNTED.map(write).join(', ');
const sumOf = (name: string) => `coalesce(sum(${name}), 0)::bigint AS ${name}`;

const IS_BACK = "coalesce(o.state = 'REFUNDED', t.state = 'RETURNED')";
const LEFT = "CASE WHEN o.state = 'REFUNDED' THEN 0 ELSE o.amount - o.returned END";
const FEE_LEFT = "CASE WHEN o.state = 'REFUNDED' THEN 0 ELSE o.fee - o.returned_fee END";

// One statement sees orders and sums at the same moment: a sale commits both together.
const ADD = `
  WITH sold AS (
    SELECT (o.id IS NOT NULL)::int AS sales, (o.id IS NOT NULL AND o.state = 'REFUNDED')::int AS refunds,
      t.quantity AS tickets, CASE WHEN ${IS_BACK} THEN t.quantity ELSE t.returned_quantity END AS returned,
      coalesce(${LEFT}, 0) AS amount, coalesce(${FEE_LEFT}, 0) AS fee
    FROM ticket_orders t LEFT JOIN orders o ON o.id = t.id
    WHERE t.type_id = $2
      AND (o.fulfilled_at IS NOT NULL OR (t.amount = 0 AND t.state IN ('DELIVERED', 'RETURNING', 'RETURNED')))
    UNION ALL
    SELECT 1, (o.state = 'REFUNDED')::int, 0, 0, ${LEFT}, ${FEE_LEFT}
    FROM submissions s JOIN orders o ON o.id = s.id WHERE s.call_id = $2 AND o.fulfilled_at IS NOT NULL
  ), missing AS (
    SELECT ${of((name) => `s.${name} - c.${name} AS ${name}`)}
    FROM (SELECT ${of(sumOf)} FROM sold) s,
      (SELECT ${of(sumOf)} FROM (${ALL}) a WHERE subject_id = $2) c
  )
  INSERT INTO tally_changes (festival_id, subject_id, hour, ${COUNTED.join(', ')}, doors, watched)
  SELECT $1, $2, ${quarterOf('$3')}, ${COUNTED.join(', ')}, 0, 0 FROM missing
  WHERE ${COUNTED.map((name) => `${name} <> 0`).join(' OR ')} RETURNING 1`;

/** Appends by what the sums of a subject differ from its orders, as of now. True where they did. */
export function add(db: Pick<Database, 'transaction'>, { id, festivalId }: Subject, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    // One process at a time: the next one sees what this one has added.
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('missing tallies of ' || $1, 0))", [id]);
    return (await tx.query({ name: 'missing.add', text: ADD, values: [festivalId, id, now] })).length > 0;
  });
}
