import type { Order } from '@marquee/payments/orders';
import * as orders from '@marquee/payments/orders';
import { COIN_UNIT } from '@marquee/rules/coins';
import type { Queryable } from '../films/films.ts';
import { UNLOCK } from './unlock-goods.ts';

/** Of all sales of a film that were not refunded; `refunded` is what went back, in minor units. Coins are counted apart. */
export type Totals = Record<'sold' | 'soldFee' | 'soldAmount' | 'refunded' | 'soldForCoins' | 'coins', bigint>;
export const NOTHING: Totals = { sold: 0n, soldFee: 0n, soldAmount: 0n, refunded: 0n, soldForCoins: 0n, coins: 0n };

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
    text: `SELECT count(*) FILTER (WHERE is_sold AND NOT is_coins)::bigint AS sold,
        coalesce(sum(fee - returned_fee) FILTER (WHERE is_sold AND NOT is_coins), 0)::bigint AS sold_fee,
        coalesce(sum(amount - returned) FILTER (WHERE is_sold AND NOT is_coins), 0)::bigint AS sold_amount,
        coalesce(sum(CASE state WHEN 'REFUNDED' THEN coalesce(paid_amount, amount) ELSE returned END - owed)
          FILTER (WHERE NOT is_coins), 0)::bigint AS refunded,
        count(*) FILTER (WHERE is_sold AND is_coins)::bigint AS sold_for_coins,
        coalesce(sum(amount) FILTER (WHERE is_sold AND is_coins), 0)::bigint AS coins
      FROM (SELECT *, state = 'FULFILLED' AS is_sold, currency = '${COIN_UNIT}' AS is_coins FROM orders
        WHERE item_id = $1 AND kind = '${UNLOCK}') o`,
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
