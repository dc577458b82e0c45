import type { AccountViewer } from '@marquee/runtime/viewer';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import { getStudioFilm, type StudioFilm } from '../studio/studio-film.ts';
import * as makers from './makers.ts';

/** Any film, and whether its maker's films are approved as they are published. */
export async function getAnyFilm(
  { db }: FilmResources,
  _viewer: AccountViewer,
  { filmId }: { filmId: string },
): Promise<{ film: StudioFilm; makerAutoApproved: boolean }> {
  const { id, createdBy } = await films.get(db, filmId);
  return { film: await getStudioFilm(db, id), makerAutoApproved: await makers.isAutoApproved(db, createdBy) };
}
