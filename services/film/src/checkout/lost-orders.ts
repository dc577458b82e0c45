import type { Queryable } from '../films/films.ts';
import { VISIBLE } from '../films/films.ts';
import { UNLOCK } from './unlock-goods.ts';

// A maker who hides a film by mistake has some minutes to show it again; one who keeps changing it delays this no longer than until
// the last hour. A refund that the provider could not make is asked for again a day later.
const LIST = `
  SELECT o.id FROM orders o LEFT JOIN films f ON f.id = o.item_id
  WHERE o.state = 'FULFILLED' AND o.goods_until > $1 AND o.kind = '${UNLOCK}'
    AND (f.id IS NULL OR NOT (${VISIBLE}) OR f.release_type = 'TRAILER'
      OR (f.release_type = 'SCREENING' AND f.screening_start_time > $1))
    AND (f.id IS NULL OR f.updated_at < $1::timestamptz - interval '15 minutes'
      OR o.goods_until < $1::timestamptz + interval '1 hour')
    AND NOT EXISTS (
      SELECT 1 FROM order_refunds r WHERE r.order_id = o.id
        AND (r.state = 'PENDING' OR (r.state = 'SUCCEEDED' AND NOT r.is_part)
          OR (r.state = 'FAILED' AND r.created_at > $1::timestamptz - interval '1 day'))
    )
  ORDER BY o.goods_until LIMIT 100`;

/** Orders whose time to watch has not ended, of films that nobody can watch any more. */
export async function list(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>({ name: 'checkout.lost', text: LIST, values: [now] });
  return rows.map(({ id }) => id);
}
