import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { crewIdSchema } from '../films/request-schemas.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import * as crew from './crew.ts';

/** Removes a credit with its claims and invitations; removing it twice changes nothing. */
export async function removeCrew(
  write: FilmWrite,
  viewer: AccountViewer,
  input: z.output<typeof crewIdSchema>,
): Promise<void> {
  const film = await films.lock(write.tx, input.filmId);
  requireEditor(viewer, film);
  const isRemoved = await crew.remove(write.tx, film.id, input.crewId);
  if (isRemoved) await saveFilm(write, film, {}, viewer.accountId);
}
