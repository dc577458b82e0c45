import { keyset } from '@marquee/data/paging';
import { bookOf } from '@marquee/payments/earnings';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { listSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import * as books from './earnings.ts';

/** What the viewer has earned by film, the most first. */
export async function listFilmEarnings(
  { db, config }: FilmResources,
  { accountId }: AccountViewer,
  { pageSize: size, cursor }: z.output<typeof listSchema>,
): Promise<{ rows: books.OfFilm[]; nextCursor: string }> {
  const list = { key: config.CURSOR_KEY, scope: `film-earnings ${accountId}`, size, cursor };
  const { after, limit, page } = keyset<[string, string]>(list);
  const book = await bookOf(db, accountId);
  if (!book) return { rows: [], nextCursor: '' };
  const place = after && { earnings: BigInt(after[0]), filmId: after[1] };
  const rows = await books.listByFilm(db, book, { after: place, limit });
  return page(rows, ({ earnings, filmId }) => [String(earnings), filmId]);
}
