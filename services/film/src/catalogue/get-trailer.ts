import { WATCH_MESSAGES } from '@marquee/rules/watch';
import { DomainError } from '@marquee/runtime/errors';
import type { Viewer } from '@marquee/runtime/viewer';
import { requireVisibleTo } from '../films/film-rights.ts';
import { getFilm } from '../films/film-store.ts';
import type { FilmResources } from '../resources.ts';

/** An address of the trailer, for everybody who finds the film [FLM-03]. */
export async function getTrailer({ db, signedUrls }: FilmResources, viewer: Viewer, filmId: string) {
  const film = await getFilm(db, filmId);
  requireVisibleTo(viewer, film);
  if (!film.trailer_media_id || !film.trailer_ready) throw trailerMissing();
  const url = await signedUrls.forTrailer({ filmId: film.id, mediaId: film.trailer_media_id });
  return { ...url, signedUrl: url.baseUrl, trickplayUrl: url.trickplay && url.baseUrl + url.trickplay };
}

function trailerMissing(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'TRAILER_NOT_FOUND', message: WATCH_MESSAGES.noTrailer });
}
