import { columnsOf } from '@marquee/data/columns';
import { type Database, send, type Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { pruneRows } from '@marquee/data/prune';
import { announceWork } from '@marquee/data/work-notices';
import { type Lease, workTable } from '@marquee/data/work-table';
import { type Delivery, Prisma } from '../../gen/prisma/client.ts';
import {
  type ClaimedDelivery,
  type DeliveryEnding,
  type DeliveryFacts,
  type DeliveryKind,
  type DeliverySubject,
  LANES,
  type Lane,
} from './delivery.ts';

const COLUMNS = columnsOf(Object.values(Prisma.DeliveryScalarFieldEnum));

// Bounded: a backlog of days is not counted at every scrape.
const COUNTED_MAX = 100_000;

/** Deliveries of a lane as work: claimed, renewed, returned to the queue. */
export const workIn = (lane: Lane) =>
  workTable<ClaimedDelivery>({
    table: 'deliveries',
    open: `state = 'WAITING' AND lane = '${lane}'`,
    leaseS: 20,
    columns: { dueAt: 'due_at', attempt: 'attempts', failures: 'failures', leaseUntil: 'leased_until' },
    returning: 'id, kind, subject_id, generation, bounced',
  });

export const work = workIn('DIRECT');
const HELD = "id = $1 AND attempts = $2 AND state = 'WAITING' AND leased_until IS NOT NULL";

/** Plans a delivery, one for a subject and generation. Wakes the loop once the transaction commits. */
export async function plan(tx: Tx, subject: DeliverySubject, now: Date): Promise<void> {
  // Before anything is waited for: pages of deliveries are in the order of their ids.
  const id = newId();
  const dueAt = await announceWork(tx, LANES.DIRECT.loop, now);
  await tx.query(
    `INSERT INTO deliveries (id, kind, subject_id, generation, created_at, due_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (kind, subject_id, generation) DO NOTHING`,
    [id, subject.kind, subject.subjectId, subject.generation, now, dueAt],
  );
}

/** Deliveries of one kind, one for a subject: at once, or each at its own time. */
export type PlannedDeliveries = {
  kind: DeliveryKind;
  lane: Lane;
  subjectIds: readonly string[];
  dueAts?: readonly Date[];
};

/** Plans deliveries. Wakes the loop of their lane once the transaction commits, where they are due at once. */
export async function planMany(
  tx: Tx,
  { kind, lane, subjectIds, dueAts }: PlannedDeliveries,
  now: Date,
): Promise<void> {
  if (subjectIds.length === 0) return;
  const at = dueAts ? null : await announceWork(tx, LANES[lane].loop, now);
  await send(tx, {
    text: `INSERT INTO deliveries (id, kind, subject_id, lane, created_at, due_at)
     SELECT given.id, $4, given.subject_id, $5, $6, coalesce($7, given.due_at)
     FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS given (id, subject_id, due_at)
     ON CONFLICT (kind, subject_id, generation) DO NOTHING`,
    values: [subjectIds.map(() => newId()), subjectIds, dueAts ?? [], kind, lane, now, at],
  });
}

const FACTS = `failure = $3, bounced = bounced OR $4, channel = COALESCE($5, channel), template = COALESCE($6, template),
  masked_address = COALESCE($7, masked_address), leased_until = NULL`;
const factValues = ({ failure, bounced, channel, template, maskedAddress }: DeliveryFacts) => [
  ...[failure ?? '', bounced ?? false, channel ?? null, template ?? null, maskedAddress ?? null],
];

/** Writes how a delivery ended. False, without a change, when another attempt has taken over. */
export async function end(tx: Tx, { id, attempt }: Lease, ending: DeliveryEnding, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE deliveries SET ${FACTS}, state = $8, due_at = NULL, sent_at = CASE WHEN $8 = 'SENT' THEN $9::timestamptz END
     WHERE ${HELD} RETURNING 1`,
    [id, attempt, ...factValues(ending), ending.state, now],
  );
  return rows.length === 1;
}

/** Writes that an attempt failed, and when the next one is due. False when another attempt has taken over. */
export async function delay(tx: Tx, { id, attempt }: Lease, facts: DeliveryFacts, dueAt: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE deliveries SET ${FACTS}, failures = failures + 1, due_at = $8 WHERE ${HELD} RETURNING 1`,
    [id, attempt, ...factValues(facts), dueAt],
  );
  return rows.length === 1;
}

/** Puts a delivery off, which counts as no failure. False when another attempt has taken over. */
export async function postpone(tx: Tx, { id, attempt }: Lease, until: Date): Promise<boolean> {
  const rows = await tx.query(`UPDATE deliveries SET leased_until = NULL, due_at = $3 WHERE ${HELD} RETURNING 1`, [
    ...[id, attempt, until],
  ]);
  return rows.length === 1;
}

/** Writes what was reported of a mail that was sent. Undefined, without a change, when it is not known or was reported so. */
export async function markReported(
  tx: Tx,
  id: string,
  { bounced, failure }: { bounced: boolean; failure: string },
): Promise<Pick<Delivery, 'kind' | 'subjectId'> | undefined> {
  const [row] = await tx.query<Pick<Delivery, 'kind' | 'subjectId'>>(
    `UPDATE deliveries SET failure = $3, bounced = bounced OR $2, state = CASE WHEN $2 THEN 'BOUNCED' ELSE state END
     WHERE id = $1 AND state IN ('SENT', 'BOUNCED') AND failure <> $3 RETURNING kind, subject_id`,
    [id, bounced, failure],
  );
  return row;
}

export async function find(db: Pick<Tx, 'query'>, id: string): Promise<Pick<Delivery, 'state' | 'sentAt'> | undefined> {
  const [row] = await db.query<Pick<Delivery, 'state' | 'sentAt'>>(
    'SELECT state, sent_at FROM deliveries WHERE id = $1',
    [id],
  );
  return row;
}

/** Deletes what ended and was planned before then. */
export async function prune(db: Database, before: Date): Promise<void> {
  await pruneRows(db, { table: 'deliveries', where: "state <> 'WAITING' AND created_at < $1", values: [before] });
}

/**
 * How many deliveries wait, and how old the oldest is. A notice counts from when it is due: until then it waits for the end
 * of quiet hours, or for the day's mail.
 */
export async function waiting(tx: Tx, now: Date): Promise<{ count: number; oldestSeconds: number }> {
  const [row] = await tx.query<{ count: number; oldest: Date | null }>(
    `SELECT count(*)::int AS count, min(since) AS oldest
     FROM (SELECT CASE WHEN lane = 'DIRECT' THEN created_at ELSE due_at END AS since FROM deliveries
           WHERE state = 'WAITING' AND (lane = 'DIRECT' OR lane = ANY($2) AND due_at <= $1) LIMIT ${COUNTED_MAX}) waiting`,
    [now, Object.keys(LANES)],
  );
  const { count = 0, oldest } = row ?? {};
  return { count, oldestSeconds: oldest ? Math.max(0, now.getTime() - oldest.getTime()) / 1_000 : 0 };
}

/** Newest first, from before the given id. */
export async function page(tx: Tx, beforeId: string | undefined, limit: number): Promise<Delivery[]> {
  return tx.query<Delivery>(
    `SELECT ${COLUMNS} FROM deliveries WHERE $1::uuid IS NULL OR id < $1::uuid ORDER BY id DESC LIMIT $2`,
    [beforeId ?? null, limit],
  );
}
