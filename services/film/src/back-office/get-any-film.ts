import type { AccountViewer } from '@marquee/runtime/viewer';
import * as films from '../films/films.ts';
import * as people from '../people/people.ts';
import type { FilmResources } from '../resources.ts';
import { getStudioFilm, type StudioFilm } from '../studio/studio-film.ts';
import * as makers from './makers.ts';

/** Any film, whether its maker's films are approved as they are published, and who changed it last. */
export async function getAnyFilm(
  { db }: FilmResources,
  _viewer: AccountViewer,
  { filmId }: { filmId: string },
): Promise<{ film: StudioFilm; makerAutoApproved: boolean; updatedByName: string }> {
  const { id, createdBy } = await films.get(db, filmId);
  const film = await getStudioFilm(db, id);
  const [makerAutoApproved, updatedByName] = await Promise.all([
    makers.isAutoApproved(db, createdBy),
    people.nameOf(db, film.film.updatedBy),
  ]);
  return { film, makerAutoApproved, updatedByName };
}
