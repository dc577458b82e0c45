import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import * as claims from './claims.ts';

/** Open claims on a film, for its creator and staff [FLM-05]. */
export async function listCreditClaims(
  { db, config }: FilmResources,
  viewer: AccountViewer,
  { filmId, pageSize, cursor }: { filmId: string; pageSize: number; cursor: string },
): Promise<{ rows: claims.Claim[]; nextCursor: string }> {
  const film = await films.get(db, filmId);
  requireEditor(viewer, film);
  const scope = `claims ${film.id}`;
  const { after, limit, page } = keyset<[id: string]>({ key: config.CURSOR_KEY, scope, size: pageSize, cursor });
  return page(await claims.listOpen(db, { filmId: film.id, afterId: after?.[0], limit }), ({ id }) => [id]);
}
