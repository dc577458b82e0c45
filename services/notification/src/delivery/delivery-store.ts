import type { Database, Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import type { Delivery } from '../../gen/prisma/client.ts';
import { type ClaimedDelivery, type DeliverySubject, LEASE_MS, type Outcome, RETRY_DELAYS_MS } from './delivery.ts';

// Bounded: a backlog of days is not counted at every scrape.
const COUNTED_MAX = 100_000;

/** All SQL of deliveries. */
export const deliveryStore = {
  /** Notes what is to be sent; the same subject and generation once. */
  async plan(tx: Tx, subject: DeliverySubject, now: Date): Promise<void> {
    await tx.query(
      `INSERT INTO deliveries (id, kind, subject_id, generation, created_at, due_at) VALUES ($1, $2, $3, $4, $5, $5)
       ON CONFLICT (kind, subject_id, generation) DO NOTHING`,
      [newId(), subject.kind, subject.subjectId, subject.generation, now],
    );
  },

  /** Takes what is due, oldest first, for one attempt each; another process passes over what is taken. */
  async claim(db: Database, now: Date, countMax: number): Promise<ClaimedDelivery[]> {
    return db.query<ClaimedDelivery>(
      `UPDATE deliveries SET attempts = attempts + 1, leased_until = $2
       WHERE id IN (
         SELECT id FROM deliveries WHERE state = 'WAITING' AND due_at <= $1 AND (leased_until IS NULL OR leased_until <= $1)
         ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id, kind, subject_id AS "subjectId", generation, attempts, bounced`,
      [now, new Date(now.getTime() + LEASE_MS), countMax],
    );
  },

  /** Holds on to what was claimed while its attempt goes on. */
  async hold(db: Database, { id, attempts }: ClaimedDelivery, now: Date): Promise<void> {
    await db.query("UPDATE deliveries SET leased_until = $3 WHERE id = $1 AND attempts = $2 AND state = 'WAITING'", [
      id,
      attempts,
      new Date(now.getTime() + LEASE_MS),
    ]);
  },

  /** Writes how an attempt ended; a result that comes after another process took over changes nothing. */
  async settle(db: Database, { id, attempts }: ClaimedDelivery, outcome: Outcome, now: Date): Promise<void> {
    const delayMs = RETRY_DELAYS_MS[attempts - 1] ?? 0;
    const dueAt = outcome.state === 'WAITING' ? new Date(now.getTime() + delayMs) : null;
    await db.query(
      `UPDATE deliveries SET state = $3, due_at = $4, leased_until = NULL, failure = $5, bounced = bounced OR $6,
         channel = COALESCE($7, channel), template = COALESCE($8, template), masked_address = COALESCE($9, masked_address),
         sent_at = CASE WHEN $3 = 'SENT' THEN $10::timestamptz END
       WHERE id = $1 AND attempts = $2 AND state = 'WAITING'`,
      [
        id,
        attempts,
        outcome.state,
        dueAt,
        outcome.failure ?? '',
        outcome.bounced ?? false,
        outcome.channel ?? null,
        outcome.template ?? null,
        outcome.maskedAddress ?? null,
        now,
      ],
    );
  },

  /** How many wait, and for how long the oldest has: whether it is due or between two attempts. */
  async waiting(db: Database, now: Date): Promise<{ count: number; oldestSeconds: number }> {
    const [row] = await db.query<{ count: number; oldest: Date | null }>(
      `SELECT count(*)::int AS count, min(created_at) AS oldest
       FROM (SELECT created_at FROM deliveries WHERE state = 'WAITING' LIMIT ${COUNTED_MAX}) waiting`,
    );
    const { count = 0, oldest } = row ?? {};
    return { count, oldestSeconds: oldest ? Math.max(0, now.getTime() - oldest.getTime()) / 1_000 : 0 };
  },

  /** Newest first, from before the given id. */
  async page(db: Database, beforeId: string | undefined, countMax: number): Promise<Delivery[]> {
    return db.query<Delivery>(
      `SELECT id, kind, subject_id AS "subjectId", generation, channel, template, masked_address AS "maskedAddress", state,
         attempts, bounced, failure, due_at AS "dueAt", leased_until AS "leasedUntil", created_at AS "createdAt",
         sent_at AS "sentAt"
       FROM deliveries WHERE $1::uuid IS NULL OR id < $1::uuid ORDER BY id DESC LIMIT $2`,
      [beforeId ?? null, countMax],
    );
  },
};
