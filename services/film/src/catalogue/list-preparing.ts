import { isId } from '@marquee/data/ids';
import { PREPARING_FILMS_MAX } from '@marquee/rules/catalogue';
import { REQUEST_MESSAGES } from '@marquee/rules/request-messages';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as preparingFilms from '../films/preparing-films.ts';
import type { FilmResources } from '../resources.ts';
import type { TranscodeProgress } from '../studio/media-client.ts';

export const listPreparingSchema = z.object({
  filmIds: z.array(z.string()).max(PREPARING_FILMS_MAX, REQUEST_MESSAGES.tooMany),
});

export type PreparingFilm = TranscodeProgress & { filmId: string };

/**
 * Which of these films are being prepared, and how far they are. One that media has no transcode of yet waits, and so
 * does every film while media does not answer: that it is being prepared is known without it.
 */
export async function listPreparing(
  { db, media, log }: Pick<FilmResources, 'db' | 'media' | 'log'>,
  viewer: Viewer,
  { filmIds }: z.output<typeof listPreparingSchema>,
): Promise<PreparingFilm[]> {
  const films = await preparingFilms.list(db, viewer, [...new Set(filmIds.filter(isId))]);
  if (films.length === 0) return [];
  const progress = await media.progress(films.map(({ mediaId }) => mediaId)).catch((err: unknown) => {
    log.warn({ err }, 'the progress of transcodes is not known');
    return new Map<string, TranscodeProgress>();
  });
  const unknown = { progressPercent: 0, waiting: true };
  return films.map(({ id, mediaId }) => ({ filmId: id, ...(progress.get(mediaId) ?? unknown) }));
}
