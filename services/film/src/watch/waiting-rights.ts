import type { Tx } from '@marquee/data/database';
import * as orders from '@marquee/payments/orders';

type Started = { id: string; expireAt: Date };
type Starts = { accountId: string; filmId: string; now: Date };

const WAITING = `
  SELECT id FROM unlocks
  WHERE account_id = $1 AND film_id = $2 AND watch_seconds IS NOT NULL AND started_at IS NULL AND expire_at > $3`;

// The entitlement of an unlock follows by its trigger.
const START_UNLOCK = `
  UPDATE unlocks SET started_at = $3, expire_at = $3::timestamptz + make_interval(secs => watch_seconds)
  WHERE account_id = $1 AND film_id = $2 AND watch_seconds IS NOT NULL AND started_at IS NULL AND expire_at > $3
  RETURNING id, expire_at`;

const START_GRANT = `
  UPDATE entitlements SET started_at = $3, ends_at = $3::timestamptz + make_interval(secs => watch_seconds)
  WHERE (account_id, film_id, source, source_id) = (
    SELECT account_id, film_id, source, source_id FROM entitlements
    WHERE account_id = $1 AND film_id = $2 AND source = 'GRANT' AND watch_seconds IS NOT NULL AND started_at IS NULL
      AND ends_at > $3
    ORDER BY ends_at, source_id LIMIT 1)`;

/**
 * Starts the time of the right that is used next: what the viewer unlocked, with the order that bought it, else what staff
 * gave them. Playbacks of an account take turns, so that two that begin at once start one.
 */
export async function startWaiting(tx: Tx, { accountId, filmId, now }: Starts): Promise<void> {
  const values = [accountId, filmId, now];
  const [waiting] = await tx.query<{ id: string }>({ name: 'rights.waiting-unlock', text: WAITING, values });
  // An unlock that was bought has the id of its order. Refunds lock the order first, too.
  const order = waiting && (await orders.lock(tx, waiting.id));
  const [started] = await tx.query<Started>({ name: 'rights.start-unlock', text: START_UNLOCK, values });
  if (!started) await tx.query({ name: 'rights.start-grant', text: START_GRANT, values });
  else if (order?.id === started.id) await orders.setGoodsUntil(tx, order.id, started.expireAt);
}
