import type { Query } from '@marquee/data/database';
import type { ProviderEvent } from './payment-provider.ts';

type Queryable = { query: Query };
/** An event of a provider that waits to be applied. */
export type KeptEvent = { eventId: string; paymentId: string };

/**
 * Keeps an event before anything follows from it; tells whether it has to be applied. That a payment succeeded is no news of
 * an order that was delivered for it: such an event is kept as applied.
 */
export async function keep(db: Queryable, provider: string, event: ProviderEvent, now: Date): Promise<boolean> {
  const [kept] = await db.query<{ isWaiting: boolean }>({
    name: 'payments.keep-event',
    text: `WITH made AS (
        INSERT INTO payment_events (provider, event_id, type, payment_id, received_at, applied_at)
        VALUES ($1, $2, $3, $4, $5, CASE WHEN $6 AND EXISTS (
          SELECT FROM orders WHERE payment_id = $4 AND state = 'FULFILLED') THEN $5::timestamptz END)
        ON CONFLICT DO NOTHING RETURNING applied_at IS NULL AS is_waiting
      )
      SELECT is_waiting FROM made UNION ALL
      SELECT applied_at IS NULL FROM payment_events WHERE provider = $1 AND event_id = $2`,
    values: [provider, event.id, event.type, event.paymentId, now, event.saysPaid],
  });
  // Nothing is seen of one that somebody else is just keeping: they apply it.
  return kept?.isWaiting ?? false;
}

export async function markApplied(db: Queryable, provider: string, eventId: string, now: Date): Promise<void> {
  const text = 'UPDATE payment_events SET applied_at = $3 WHERE provider = $1 AND event_id = $2 AND applied_at IS NULL';
  await db.query({ name: 'payments.applied', text, values: [provider, eventId, now] });
}

/** Events that could not be applied wait behind the others. */
export async function markAttempted(db: Queryable, provider: string, eventId: string, now: Date): Promise<void> {
  const text = 'UPDATE payment_events SET attempted_at = $3 WHERE provider = $1 AND event_id = $2';
  await db.query({ name: 'payments.attempted', text, values: [provider, eventId, now] });
}

/** Removes applied events from before a moment, some at once. */
export async function prune(db: Queryable, before: Date): Promise<void> {
  const text = `DELETE FROM payment_events WHERE (provider, event_id) IN (
    SELECT provider, event_id FROM payment_events
    WHERE applied_at IS NOT NULL AND received_at < $1 ORDER BY received_at LIMIT 1000)`;
  await db.query({ name: 'payments.prune-events', text, values: [before] });
}

/** What was kept before a moment and is not applied: what was not tried yet and is the oldest first. */
export function listWaiting(db: Queryable, provider: string, before: Date): Promise<KeptEvent[]> {
  const text = `SELECT event_id, payment_id FROM payment_events
    WHERE provider = $1 AND applied_at IS NULL AND received_at < $2
    ORDER BY coalesce(attempted_at, received_at), event_id LIMIT 100`;
  return db.query<KeptEvent>({ name: 'payments.waiting', text, values: [provider, before] });
}
