import type { Order, Refund } from '@marquee/payments/orders';
import type { Queryable } from '../films/films.ts';

/** The titles of the films of orders. */
export async function byFilm(db: Queryable, sold: readonly Order[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; filmTitle: string }>({
    name: 'checkout.titles',
    text: 'SELECT id, film_title FROM films WHERE id = ANY($1::uuid[])',
    values: [sold.map(({ itemId }) => itemId)],
  });
  return new Map(rows.map(({ id, filmTitle }) => [id, filmTitle]));
}

/** The refunds of all that was left of orders, which have not failed, by order. */
export async function refundsOf(db: Queryable, sold: readonly Order[]): Promise<Map<string, Refund>> {
  const rows = await db.query<Refund>({
    name: 'checkout.refunds',
    text: `SELECT id, order_id, kind, state, reason, asked_by, is_part, amount, fee, part_id FROM order_refunds
      WHERE order_id = ANY($1::uuid[]) AND state <> 'FAILED' AND NOT is_part`,
    values: [sold.map(({ id }) => id)],
  });
  return new Map(rows.map((refund) => [refund.orderId, refund]));
}
