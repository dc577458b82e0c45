import { keyset } from '@marquee/data/paging';
import { PROJECT_TYPES } from '@marquee/rules/film-types';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as cards from '../films/cards.ts';
import { choice, listSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import * as unlocks from './unlocks.ts';

export type UnlockedFilm = unlocks.OwnUnlock & { card: cards.Card };

export const listUnlockedFilmsSchema = listSchema.extend({ projectType: choice(PROJECT_TYPES) });

/** The viewer's unlocks, the newest first, with those whose time is over and how far each film was watched [FLM-11]. */
export async function listUnlockedFilms(
  { db, config, positions }: FilmResources,
  { accountId }: AccountViewer,
  { projectType, pageSize, cursor }: z.output<typeof listUnlockedFilmsSchema>,
): Promise<{ rows: UnlockedFilm[]; nextCursor: string }> {
  await positions.flushFor(accountId);
  const scope = JSON.stringify(['unlocked', accountId, projectType]);
  const list = { key: config.CURSOR_KEY, scope, size: pageSize, cursor };
  const { after, limit, page } = keyset<unlocks.OwnKey>(list);
  const listed = await unlocks.listOwn(db, { accountId, projectType, after, limit });
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
