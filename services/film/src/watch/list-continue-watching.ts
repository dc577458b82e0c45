import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import * as cards from '../films/cards.ts';
import type { FilmResources } from '../resources.ts';
import * as positions from './positions.ts';

export type UnfinishedFilm = { card: cards.Card; positionMs: number; durationMs: number };

/** Films that the viewer has begun and not finished, last watched first. */
export async function listContinueWatching(
  { db, config, positions: buffer }: FilmResources,
  { accountId }: AccountViewer,
  { pageSize, cursor }: { pageSize: number; cursor: string },
): Promise<{ rows: UnfinishedFilm[]; nextCursor: string }> {
  await buffer.flushFor(accountId);
  const list = { key: config.CURSOR_KEY, scope: `continue ${accountId}`, size: pageSize, cursor };
  const { after, limit, page } = keyset<positions.UnfinishedKey>(list);
  const listed = await positions.listUnfinished(db, { accountId, after, limit });
  const { rows, nextCursor } = page(listed, ({ asOf, filmId }) => [asOf.toISOString(), filmId]);
  const byId = await cards.byId(
    db,
    rows.map(({ filmId }) => filmId),
  );
  const films = rows.flatMap(({ filmId, positionMs, durationMs }) => {
    const card = byId.get(filmId);
    return card ? [{ card, positionMs, durationMs }] : [];
  });
  return { rows: films, nextCursor };
}
