import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import * as claims from './claims.ts';

/** The viewer's own claims on a film. */
export async function listOwnClaims(
  { db }: FilmResources,
  viewer: AccountViewer,
  { filmId }: { filmId: string },
): Promise<claims.Claim[]> {
  const film = await films.get(db, filmId);
  requireVisibleTo(viewer, film);
  return claims.listOf(db, film.id, viewer.accountId);
}
