import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { filmPageSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import * as sold from './film-sales.ts';
import { type OwnOrder, withTitles } from './own-order.ts';

export type FilmSales = { rows: (OwnOrder & { buyerName: string })[]; nextCursor: string; totals: sold.Totals };

/** What a film was sold for, the newest first, and all of it together [ADF-02:sales]. */
export async function listFilmSales(
  { db, config }: FilmResources,
  _viewer: AccountViewer,
  { filmId, pageSize: size, cursor }: z.output<typeof filmPageSchema>,
): Promise<FilmSales> {
  const list = { key: config.CURSOR_KEY, scope: `film-sales ${filmId}`, size, cursor };
  const { after, limit, page } = keyset<[string, string]>(list);
  if (!isId(filmId)) return { rows: [], nextCursor: '', totals: sold.NOTHING };
  const place = after && { createdAt: new Date(after[0]), id: after[1] };
  const [found, totals] = await Promise.all([sold.list(db, { filmId, after: place, limit }), sold.totals(db, filmId)]);
  const { rows, nextCursor } = page(found, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  const [own, names] = await Promise.all([withTitles(db, rows), sold.buyers(db, rows)]);
  const named = own.map((one) => ({ ...one, buyerName: names.get(one.order.accountId ?? '') ?? '' }));
  return { rows: named, nextCursor, totals };
}
