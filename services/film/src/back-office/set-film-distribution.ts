import type { AccountViewer } from '@marquee/runtime/viewer';
import * as films from '../films/films.ts';
import { given } from '../films/given.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import { getStudioFilm, type StudioFilm } from '../studio/studio-film.ts';

type Distribution = {
  filmId: string;
  website?: boolean | undefined;
  mobile?: boolean | undefined;
  tv?: boolean | undefined;
};

/** Sets each given way of distribution on its own [ADF-03]. */
export async function setFilmDistribution(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, ...ways }: Distribution,
): Promise<StudioFilm> {
  const film = await films.lock(write.tx, filmId);
  await saveFilm(write, film, given(ways), viewer.accountId);
  return getStudioFilm(write.tx, film.id);
}
