import type { Query } from '@marquee/data/database';
import { isDatabaseTrouble } from '@marquee/data/sqlstate';
import { LRUCache } from 'lru-cache';
import type { ProviderEvent } from './payment-provider.ts';

type Queryable = { query: Query };
/** An event of a provider that waits to be applied. */
export type KeptEvent = { eventId: string; paymentId: string };

/**
 * Keeps events before anything follows from them; gives the ids of those that have to be applied. That a payment succeeded is
 * no news of an order that was delivered for it: such an event is kept as applied.
 */
export async function keepAll(
  db: Queryable,
  provider: string,
  events: readonly ProviderEvent[],
  now: Date,
): Promise<Set<string>> {
  // In one order, so that two processes cannot deadlock.
  const kept = await db.query<{ eventId: string }>({
    name: 'payments.keep-events',
    text: `WITH made AS (
        INSERT INTO payment_events (provider, event_id, type, payment_id, received_at, applied_at)
        SELECT $1, e.id, e.type, e.payment_id, $2::timestamptz, CASE WHEN e.says_paid AND (
          SELECT o.state FROM orders o WHERE o.payment_id = e.payment_id) = 'FULFILLED' THEN $2::timestamptz END
        FROM unnest($3::text[], $4::text[], $5::text[], $6::boolean[]) AS e (id, type, payment_id, says_paid)
        ORDER BY e.id ON CONFLICT DO NOTHING RETURNING event_id, applied_at
      )
      SELECT event_id FROM made WHERE applied_at IS NULL UNION ALL
      SELECT event_id FROM payment_events WHERE provider = $1 AND event_id = ANY($3) AND applied_at IS NULL`,
    values: [
      ...[provider, now, events.map(({ id }) => id), events.map(({ type }) => type)],
      ...[events.map(({ paymentId }) => paymentId), events.map(({ saysPaid }) => saysPaid)],
    ],
  });
  // Nothing is seen of one that somebody else is just keeping: they apply it.
  return new Set(kept.map(({ eventId }) => eventId));
}

/** Of one statement. */
const EVENTS_MAX = 100;
/** How many events are remembered that need not be applied any more: providers send an event again within moments. */
const REMEMBERED_MAX = 10_000;
type Arrived = { event: ProviderEvent; resolve: (isToApply: boolean) => void; reject: (reason: unknown) => void };

/**
 * Keeps events one by one as they arrive, and tells whether each has to be applied. Those that arrive while others are being
 * kept share a statement: when a sale opens, a provider sends hundreds at once. One that was kept and need not be applied is
 * known when it comes again.
 */
export function createEventKeeper(
  db: Queryable,
  { provider, now }: { provider: string; now: () => Date },
): (event: ProviderEvent) => Promise<boolean> {
  const arrived: Arrived[] = [];
  const done = new LRUCache<string, true>({ max: REMEMBERED_MAX });
  let isKeeping = false;

  async function keepThese(these: readonly Arrived[]): Promise<void> {
    try {
      const events = these.map(({ event }) => event);
      const toApply = await keepAll(db, provider, events, now());
      for (const { event, resolve } of these) {
        const isToApply = toApply.has(event.id);
        if (!isToApply) done.set(event.id, true);
        resolve(isToApply);
      }
    } catch (error) {
      // One that cannot be written stands in nobody's way. While the database is in trouble, none can.
      if (these.length > 1 && !isDatabaseTrouble(error)) for (const one of these) await keepThese([one]);
      else for (const { reject } of these) reject(error);
    }
  }

  async function keepArrived(): Promise<void> {
    isKeeping = true;
    // What arrives at the same time is still on its way here.
    await Promise.resolve();
    while (arrived.length > 0) await keepThese(arrived.splice(0, EVENTS_MAX));
    isKeeping = false;
  }

  return async (event) => {
    if (done.has(event.id)) return false;
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    arrived.push({ event, resolve, reject });
    if (!isKeeping) void keepArrived();
    return promise;
  };
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
