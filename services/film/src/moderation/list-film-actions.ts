import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as films from '../films/films.ts';
import type { filmPageSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import * as filmActions from './film-actions.ts';

/** What was done to a film, newest first. */
export async function listFilmActions(
  { db, config }: FilmResources,
  _viewer: AccountViewer,
  { filmId, pageSize, cursor }: z.output<typeof filmPageSchema>,
): Promise<{ rows: filmActions.FilmAction[]; nextCursor: string }> {
  const { id } = await films.get(db, filmId);
  const scope = `film-actions ${id}`;
  const { after, limit, page } = keyset<filmActions.ActionKey>({
    ...{ key: config.CURSOR_KEY, scope, size: pageSize, cursor },
  });
  return page(await filmActions.list(db, { filmId: id, after, limit }), filmActions.actionKey);
}
