import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import * as crew from './crew.ts';

/** Removes a credit with its claims and invitations; removing it twice changes nothing. */
export async function removeCrew(
  write: FilmWrite,
  viewer: AccountViewer,
  input: { filmId: string; crewId: string },
): Promise<void> {
  const film = await films.lock(write.tx, input.filmId);
  requireEditor(viewer, film);
  await crew.remove(write.tx, film.id, input.crewId);
  await saveFilm(write, film, {}, viewer.accountId);
}
