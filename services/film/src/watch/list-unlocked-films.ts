import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import * as cards from '../films/cards.ts';
import type { FilmResources } from '../resources.ts';
import * as unlocks from './unlocks.ts';

export type UnlockedFilm = unlocks.OwnUnlock & { card: cards.Card };

/** The viewer's unlocks, the newest first, with those whose time is over; films that are gone are left out. */
export async function listUnlockedFilms(
  { db, config }: FilmResources,
  { accountId }: AccountViewer,
  { pageSize, cursor }: { pageSize: number; cursor: string },
): Promise<{ rows: UnlockedFilm[]; nextCursor: string }> {
  const list = { key: config.CURSOR_KEY, scope: `unlocked ${accountId}`, size: pageSize, cursor };
  const { after, limit, page } = keyset<unlocks.OwnKey>(list);
  const listed = await unlocks.listOwn(db, { accountId, after, limit });
  const { rows, nextCursor } = page(listed, ({ createdAt, filmId }) => [createdAt.toISOString(), filmId]);
  const byId = await cards.byId(
    db,
    rows.map(({ filmId }) => filmId),
  );
  const films = rows.flatMap((unlock) => {
    const card = byId.get(unlock.filmId);
    return card ? [{ ...unlock, card }] : [];
  });
  return { rows: films, nextCursor };
}
