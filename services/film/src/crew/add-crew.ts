import { newId } from '@marquee/data/ids';
import { CREW_LIMITS } from '@marquee/rules/film-crew';
import type { addCrewRequestSchema } from '@marquee/rules/film-requests';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { saveFilm } from '../films/save-film.ts';
import * as people from '../people/people.ts';
import type { FilmWrite } from '../resources.ts';
import * as crew from './crew.ts';
import { crewFull, personNotFound } from './crew-errors.ts';

/** Adds a credit [FLM-05]. */
export async function addCrew(
  write: FilmWrite,
  viewer: AccountViewer,
  input: z.output<typeof addCrewRequestSchema>,
): Promise<crew.Credit | undefined> {
  const { tx, clock } = write;
  const film = await films.lock(tx, input.filmId);
  requireEditor(viewer, film);
  if ((await crew.count(tx, film.id)) >= CREW_LIMITS.crewMax) throw crewFull();
  if (input.personId && !(await people.exists(tx, input.personId))) throw personNotFound();

  const id = newId();
  await crew.insert(tx, { ...input, id, personId: input.personId || null, createdAt: clock.now() });
  await saveFilm(write, film, {}, viewer.accountId);
  return crew.find(tx, film.id, id);
}
