import type { Order } from '@marquee/payments/orders';
import * as orders from '@marquee/payments/orders';
import type { Queryable } from '../films/films.ts';
import { UNLOCK } from './unlock-goods.ts';

/** Of all sales of a film that were not refunded; `refunded` is what went back, in minor units. */
export type Totals = { sold: bigint; soldFee: bigint; soldAmount: bigint; refunded: bigint };
export const NOTHING: Totals = { sold: 0n, soldFee: 0n, soldAmount: 0n, refunded: 0n };

/** The paid orders of a film, newest first. */
export function list(
  db: Queryable,
  { filmId, ...place }: { filmId: string; after: { createdAt: Date; id: string } | undefined; limit: number },
): Promise<Order[]> {
  return orders.listSold(db, { kind: UNLOCK, itemId: filmId, ...place });
}

export async function totals(db: Queryable, filmId: string): Promise<Totals> {
  const [row] = await db.query<Totals>({
    name: 'checkout.film-totals',
    text: `SELECT count(*) FILTER (WHERE state = 'FULFILLED')::bigint AS sold,
        coalesce(sum(fee - returned_fee) FILTER (WHERE state = 'FULFILLED'), 0)::bigint AS sold_fee,
        coalesce(sum(amount - returned) FILTER (WHERE state = 'FULFILLED'), 0)::bigint AS sold_amount,
        coalesce(sum(CASE state WHEN 'REFUNDED' THEN coalesce(paid_amount, amount) ELSE returned END), 0)::bigint AS refunded
      FROM orders WHERE item_id = $1 AND kind = '${UNLOCK}'`,
    values: [filmId],
  });
  return row ?? NOTHING;
}

/** The names of those who bought, by account. */
export async function buyers(db: Queryable, sold: readonly Order[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>({
    name: 'checkout.buyers',
    text: "SELECT id, btrim(first_name || ' ' || last_name) AS name FROM people WHERE id = ANY($1::uuid[])",
    values: [sold.flatMap(({ accountId }) => accountId ?? [])],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
