import { newId } from '@marquee/data/ids';
import type { CreateFilm } from '@marquee/rules/film';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { dateOf } from '../films/date-of.ts';
import { filmCreated } from '../films/film-events.ts';
import * as films from '../films/films.ts';
import type { FilmWrite } from '../resources.ts';
import { getStudioFilm, type StudioFilm } from './studio-film.ts';

/** A new film of the viewer's: a title and a project type, the rest when they like [STU-02]. */
export async function createFilm(
  { tx, clock, emit }: FilmWrite,
  { accountId: createdBy }: AccountViewer,
  input: CreateFilm,
): Promise<StudioFilm> {
  const id = newId();
  const now = clock.now();
  const made = { createdBy, createdAt: now, updatedBy: createdBy, updatedAt: now };
  await films.insert(tx, { ...input, releaseDate: dateOf(input.releaseDate), id, ...made });
  await emit(filmCreated({ id, version: 1n, createdBy }));
  return getStudioFilm(tx, id);
}
