import { ReceiptKind } from '@marquee/contracts/film/v1/receipts_pb';
import { getReceipt, listReceipts, type OrderReceipt, type Sold } from '@marquee/payments/receipts';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { orderIdSchema } from '../checkout/get-order.ts';
import type { Queryable } from '../films/films.ts';
import type { listSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';

export type FilmReceipt = OrderReceipt & { sold: Sold };

/** What the viewer has paid for films, the newest first [SET-11]. */
export async function listFilmReceipts(
  { db, config }: FilmResources,
  { accountId }: AccountViewer,
  input: z.output<typeof listSchema>,
): Promise<{ rows: FilmReceipt[]; nextCursor: string }> {
  const { rows, nextCursor } = await listReceipts(db, config.CURSOR_KEY, { ...input, accountId });
  return { rows: await named(db, rows), nextCursor };
}

/** One of them, for its buyer and for staff [SET-11]. */
export async function getFilmReceipt(
  { db }: FilmResources,
  viewer: AccountViewer,
  { orderId }: z.output<typeof orderIdSchema>,
): Promise<FilmReceipt> {
  const [receipt] = await named(db, [await getReceipt(db, viewer, orderId)]);
  return receipt as FilmReceipt;
}

/** With the titles of the films and the names of who was paid for them. */
async function named(db: Queryable, receipts: readonly OrderReceipt[]): Promise<FilmReceipt[]> {
  const rows = await db.query<{ id: string; title: string; sellerName: string }>({
    name: 'receipts.films',
    text: `SELECT o.id, coalesce(f.film_title, '') AS title, coalesce(btrim(p.first_name || ' ' || p.last_name), '') AS seller_name
      FROM orders o LEFT JOIN films f ON f.id = o.item_id LEFT JOIN people p ON p.id = o.payee_id
      WHERE o.id = ANY($1::uuid[])`,
    values: [receipts.map(({ order }) => order.id)],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return receipts.map((receipt) => {
    const { title = '', sellerName = '' } = byId.get(receipt.order.id) ?? {};
    return { ...receipt, sold: { kind: ReceiptKind.FILM, title, sellerName } };
  });
}
