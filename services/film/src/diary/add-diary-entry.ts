import { newId } from '@marquee/data/ids';
import { DIARY_ENTRIES_MAX, diaryEntrySchema } from '@marquee/rules/diary';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmWrite } from '../resources.ts';
import { rateFilm } from '../reviews/rate-film.ts';
import { dayWatched } from './day-watched.ts';
import * as entries from './diary-entries.ts';
import { diaryEntryNotFound, diaryFull } from './diary-errors.ts';

export const addDiaryEntrySchema = diaryEntrySchema.extend(filmIdSchema.shape);

/** Writes into the viewer's diary that they watched a film. The rating of their last day is their rating of the film [FLM-14:diary]. */
export async function addDiaryEntry(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, ...fields }: z.output<typeof addDiaryEntrySchema>,
): Promise<entries.DiaryEntry> {
  const { tx, clock } = write;
  const film = await films.get(tx, filmId);
  requireVisibleTo(viewer, film);
  const { accountId } = viewer;
  const now = clock.now();
  const watchedOn = dayWatched(fields.watchedOn, now);
  if ((await entries.count(tx, accountId)) >= DIARY_ENTRIES_MAX) throw diaryFull();

  const entry = { ...fields, id: newId(), accountId, filmId: film.id, watchedOn, createdAt: now };
  await entries.insert(tx, entry);
  if (fields.rating > 0 && (await entries.isLatest(tx, entry))) {
    await rateFilm(write, viewer, { filmId: film.id, rating: fields.rating, message: '' });
  }
  const added = await entries.find(tx, entry.id, accountId);
  if (!added) throw diaryEntryNotFound();
  return added;
}
