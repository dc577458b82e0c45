import type { Viewer } from '@marquee/runtime/viewer';
import { trailerNotFound } from '../films/film-errors.ts';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import type { SignedUrl } from '../watch/signed-urls.ts';

/** An address of the trailer, for everybody who finds the film [FLM-03]. */
export async function getTrailer(
  { db, signedUrls }: FilmResources,
  viewer: Viewer,
  { filmId }: { filmId: string },
): Promise<SignedUrl> {
  const film = await films.get(db, filmId);
  requireVisibleTo(viewer, film);
  if (!film.trailerMediaId || !film.trailerReady) throw trailerNotFound();
  return signedUrls.forTrailer({ filmId: film.id, mediaId: film.trailerMediaId });
}
