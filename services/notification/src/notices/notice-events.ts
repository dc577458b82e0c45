import type { Database, Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { pruneRows } from '@marquee/data/prune';
import { announceWork } from '@marquee/data/work-notices';
import { type Lease, workTable } from '@marquee/data/work-table';
import type { NoticeKindName } from '@marquee/rules/notices';
import type { ClaimedEvent, NoticeEvent, RecipientPage } from './notice.ts';

/** The work loop that plans who is notified. */
export const NOTICE_LOOP = 'notices';

/** Events as work: each attempt plans one page of recipients. */
export const work = workTable<ClaimedEvent>({
  table: 'notice_events',
  open: "state = 'WAITING'",
  leaseS: 20,
  columns: { dueAt: 'due_at', attempt: 'attempts', failures: 'failures', leaseUntil: 'leased_until' },
  returning: 'id, kind, event_key, variant, actor_id, film_id, subject_id, recipient_id, next_page',
});

/** Plans an event once. Wakes the loop when the transaction commits. */
export async function plan(tx: Tx, event: NoticeEvent, now: Date): Promise<void> {
  const dueAt = await announceWork(tx, NOTICE_LOOP, now);
  await tx.query(
    `INSERT INTO notice_events (id, kind, event_key, variant, actor_id, film_id, subject_id, recipient_id, created_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (kind, event_key) DO NOTHING`,
    [
      ...[newId(), event.kind, event.eventKey, event.variant, event.actorId, event.filmId, event.subjectId],
      ...[event.recipientId, now, dueAt],
    ],
  );
}

/**
 * Writes how far the recipients are planned. False, without a change, when another attempt has taken over or the event was
 * withdrawn. Locks the row, so that a withdrawal finds the notices of this page, or this page finds the withdrawal.
 */
export async function advance(
  tx: Tx,
  { id, attempt }: Lease,
  { nextPage, accountIds, variant }: RecipientPage,
  now: Date,
): Promise<boolean> {
  const dueAt = nextPage === '' ? null : await announceWork(tx, NOTICE_LOOP, now);
  const rows = await tx.query(
    `UPDATE notice_events SET next_page = $3, planned = planned + $4, variant = coalesce($5, variant), failures = 0,
       leased_until = NULL, due_at = $6::timestamptz, state = CASE WHEN $6::timestamptz IS NULL THEN 'PLANNED' ELSE state END
     WHERE ${work.held} RETURNING 1`,
    [id, attempt, nextPage, accountIds.length, variant ?? null, dueAt],
  );
  return rows.length === 1;
}

export async function fail(tx: Tx, { id, attempt }: Lease): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE notice_events SET state = 'FAILED', due_at = NULL, leased_until = NULL WHERE ${work.held} RETURNING 1`,
    [id, attempt],
  );
  return rows.length === 1;
}

/** Ends what is still to be planned of one event. Waits for who plans it, so that its notices are found afterwards. */
export async function withdraw(tx: Tx, { kind, eventKey }: Pick<NoticeEvent, 'kind' | 'eventKey'>): Promise<void> {
  await tx.query(
    `UPDATE notice_events SET state = 'PLANNED', due_at = NULL, leased_until = NULL
     WHERE state = 'WAITING' AND kind = $1 AND event_key = $2`,
    [kind, eventKey],
  );
}

/** Ends a request to connect that is still to be planned: it was answered. */
export async function withdrawRequest(tx: Tx, requesterId: string, recipientId: string): Promise<void> {
  await tx.query(
    `UPDATE notice_events SET state = 'PLANNED', due_at = NULL, leased_until = NULL
     WHERE state = 'WAITING' AND kind = 'CONNECTION_REQUESTED' AND actor_id = $1 AND recipient_id = $2`,
    [requesterId, recipientId],
  );
}

/** Ends what is still to be planned of some kinds between two people, in both directions. */
export async function withdrawBetween(
  tx: Tx,
  one: string,
  other: string,
  kinds: readonly NoticeKindName[],
): Promise<void> {
  await tx.query(
    `UPDATE notice_events SET state = 'PLANNED', due_at = NULL, leased_until = NULL
     WHERE state = 'WAITING' AND kind = ANY($3::text[])
       AND (actor_id, recipient_id) IN (($1::text, $2::text), ($2::text, $1::text))`,
    [one, other, kinds],
  );
}

/** Deletes what was planned before then. */
export async function prune(db: Database, before: Date): Promise<void> {
  await pruneRows(db, { table: 'notice_events', where: "state <> 'WAITING' AND created_at < $1", values: [before] });
}
