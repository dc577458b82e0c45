import type { Query } from '@marquee/data/database';
import type { ProviderEvent } from './payment-provider.ts';

type Queryable = { query: Query };
/** An event of a provider that waits to be applied. */
export type KeptEvent = { eventId: string; paymentId: string };

/** Keeps an event before anything follows from it; tells whether it has to be applied. */
export async function keep(db: Queryable, provider: string, event: ProviderEvent, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'payments.keep-event',
    text: `INSERT INTO payment_events (provider, event_id, type, payment_id, received_at) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT DO NOTHING RETURNING 1`,
    values: [provider, event.id, event.type, event.paymentId, now],
  });
  if (rows.length > 0) return true;
  const [waiting] = await db.query({
    name: 'payments.is-waiting',
    text: 'SELECT 1 FROM payment_events WHERE provider = $1 AND event_id = $2 AND applied_at IS NULL',
    values: [provider, event.id],
  });
  return waiting !== undefined;
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
    ORDER BY coalesce(attempted_at, received_at) LIMIT 100`;
  return db.query<KeptEvent>({ name: 'payments.waiting', text, values: [provider, before] });
}
