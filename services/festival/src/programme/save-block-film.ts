import { newId } from '@marquee/data/ids';
import { chosenFilm, PROGRAMME_LIMITS } from '@marquee/rules/programme';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import * as blocks from './blocks.ts';
import { changed, lockOwn } from './change-event.ts';
import type { EventPage } from './event-page.ts';
import * as films from './films.ts';
import { filmInBlock, tooManyFilms } from './programme-errors.ts';

export const saveBlockFilmSchema = z.object({
  eventId: z.string(),
  blockId: z.string(),
  blockFilmId: z.string(),
  filmId: chosenFilm,
});

/** Adds a film at the end of a block, or puts it in the place of another [FES-04]. */
export async function saveBlockFilm(
  write: FestivalWrite,
  viewer: AccountViewer,
  { eventId, blockId, blockFilmId }: z.output<typeof saveBlockFilmSchema>,
  film: films.FilmRow,
): Promise<EventPage> {
  const { tx } = write;
  const event = await lockOwn(write, viewer, eventId);
  const block = await blocks.get(tx, event.id, blockId);
  const replaced = blockFilmId === '' ? undefined : await blocks.getFilm(tx, event.id, blockFilmId);
  const there = await blocks.filmIdsOf(tx, replaced?.blockId ?? block.id);
  if (there.includes(film.id) && replaced?.filmId !== film.id) throw filmInBlock();
  if (!replaced && there.length >= PROGRAMME_LIMITS.filmsPerBlockMax) throw tooManyFilms();
  await films.keep(tx, film);
  if (replaced) await blocks.replaceFilm(tx, replaced.id, film.id);
  else await blocks.insertFilm(tx, { id: newId(), blockId: block.id, filmId: film.id });
  return changed(write, event);
}
