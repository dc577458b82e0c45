import { isId, newId } from '@marquee/data/ids';
import { DIARY_ENTRIES_MAX } from '@marquee/rules/diary';
import { FILM_LIST_FILMS_MAX } from '@marquee/rules/film-lists';
import { IMPORTS_MAX, type importRowsSchema } from '@marquee/rules/imports';
import { WATCHLIST_FILMS_MAX } from '@marquee/rules/watchlist';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { dayWatched } from '../diary/day-watched.ts';
import * as entries from '../diary/diary-entries.ts';
import { diaryFull } from '../diary/diary-errors.ts';
import * as cards from '../films/cards.ts';
import * as lists from '../lists/film-lists.ts';
import { listFull, listNotFound } from '../lists/list-errors.ts';
import * as listed from '../lists/list-films.ts';
import type { FilmWrite } from '../resources.ts';
import { rateFilm } from '../reviews/rate-film.ts';
import { watchlistFull } from '../watchlist/watchlist-errors.ts';
import * as watchlist from '../watchlist/watchlist-films.ts';
import { importNotFound, importsFull, importUndone } from './import-errors.ts';
import * as items from './import-items.ts';
import * as imports from './imports.ts';
import * as named from './named-films.ts';
import { requireBegun } from './require-begun.ts';

type Input = z.output<typeof importRowsSchema>;
type Row = Input['rows'][number];
export type Imported = { addedCount: number; keptCount: number };

/**
 * Adds a part of an import. What the viewer has stays as it is: a day of a film that is in the diary, a rating, a film on
 * the watchlist. The same part twice is once [FLM-14:import].
 */
export async function importRows(write: FilmWrite, viewer: AccountViewer, input: Input): Promise<Imported> {
  const { tx, clock } = write;
  const { accountId } = viewer;
  requireBegun(input.rows, clock.now());
  await imports.lockAccount(tx, accountId);
  await begin(write, viewer, input);
  if ((input.kind === 'LIST' || input.listId) && !(await lists.lockOwn(tx, input.listId, accountId)))
    throw listNotFound();

  const filmIds = [...new Set(input.rows.map(({ filmId }) => filmId).filter(isId))];
  const [available, had] = [
    await cards.visibleById(tx, filmIds),
    await named.had(tx, { kind: input.kind, ownerId: input.kind === 'LIST' ? input.listId : accountId, filmIds }),
  ];
  const rated = await named.had(tx, { kind: 'RATINGS', ownerId: accountId, filmIds });
  let addedCount = 0;
  for (const row of input.rows) {
    const key = named.hadKey(input.kind, row.filmId, row.watchedDay);
    if (!available.has(row.filmId) || had.has(key)) continue;
    had.add(key);
    addedCount += 1;
    if (input.kind === 'WATCHLIST') await addToWatchlist(write, viewer, input.importId, row);
    else if (input.kind === 'DIARY') await addEntry(write, viewer, input.importId, row, rated);
    else if (input.kind === 'LIST') await addToList(write, input, row);
    else await rate(write, viewer, input.importId, row, rated);
  }
  await requireRoom(write, viewer, input);
  return { addedCount, keptCount: input.rows.length - addedCount };
}

/** @throws DomainError IMPORT_NOT_FOUND, IMPORT_UNDONE or IMPORTS_FULL */
async function begin({ tx, clock }: FilmWrite, { accountId }: AccountViewer, { importId, kind, fileName }: Input) {
  const known = await imports.find(tx, importId, accountId);
  if (known?.undoneAt) throw importUndone();
  if (known) return;
  if (!isId(importId)) throw importNotFound();
  if ((await imports.count(tx, accountId)) >= IMPORTS_MAX) throw importsFull();
  const made = { id: importId, accountId, kind, fileName, createdAt: clock.now() };
  if (!(await imports.insert(tx, made))) throw importNotFound();
}

async function requireRoom({ tx }: FilmWrite, { accountId }: AccountViewer, { kind, listId }: Input): Promise<void> {
  if (kind === 'DIARY' && (await entries.count(tx, accountId)) > DIARY_ENTRIES_MAX) throw diaryFull();
  if (kind === 'WATCHLIST' && (await watchlist.count(tx, accountId)) > WATCHLIST_FILMS_MAX) throw watchlistFull();
  if (kind === 'LIST' && (await listed.ids(tx, listId)).length > FILM_LIST_FILMS_MAX) throw listFull();
}

async function addToWatchlist({ tx, clock }: FilmWrite, { accountId }: AccountViewer, importId: string, row: Row) {
  const { filmId, line } = row;
  await watchlist.insert(tx, { accountId, filmId, addedAt: clock.now() });
  await items.insert(tx, { importId, line, kind: 'WATCHLIST', filmId, entryId: null, rating: 0 });
}

async function addToList({ tx, clock }: FilmWrite, { importId, listId }: Input, { filmId, line }: Row) {
  await listed.append(tx, { listId, filmId });
  await lists.setUpdated(tx, listId, clock.now());
  await items.insert(tx, { importId, line, kind: 'LIST', filmId, entryId: listId, rating: 0 });
}

async function addEntry(write: FilmWrite, viewer: AccountViewer, importId: string, row: Row, rated: Set<string>) {
  const { tx, clock } = write;
  const { accountId } = viewer;
  const { line, filmId, stars: rating, rewatch, tags } = row;
  const now = clock.now();
  const watchedOn = dayWatched(row.watchedDay, now);
  const entry = { id: newId(), accountId, filmId, watchedOn, rating, rewatch, tags, createdAt: now };
  await entries.insert(tx, entry);
  await items.insert(tx, { importId, line, kind: 'DIARY', filmId, entryId: entry.id, rating: 0 });
  if (rating > 0 && (await entries.isLatest(tx, entry))) await rate(write, viewer, importId, row, rated);
}

/** A rating of the viewer's own stays; one of this import follows the last day of the film. */
async function rate(write: FilmWrite, viewer: AccountViewer, importId: string, row: Row, rated: Set<string>) {
  const { line, filmId, stars: rating } = row;
  if (rated.has(filmId)) {
    if (!(await items.changeRating(write.tx, { importId, filmId, rating }))) return;
  } else {
    rated.add(filmId);
    await items.insert(write.tx, { importId, line, kind: 'RATINGS', filmId, entryId: null, rating });
  }
  await rateFilm(write, viewer, { filmId, rating, message: '' });
}
