import type { Order } from '@marquee/payments/orders';
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
