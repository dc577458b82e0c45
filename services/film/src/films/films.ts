import { columnsOf, insertClause, setClause } from '@marquee/data/columns';
import type { Query, Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { anywhereQuery } from '@marquee/search/plan-search';
import { type Film as FilmModel, Prisma } from '../../gen/prisma/client.ts';
import { DIRECTORS, type Directed } from '../crew/departments.ts';
import { type FilmNumbers, NUMBERS, NUMBERS_FROM } from '../statistics/stats.ts';
import { filmNotFound } from './film-errors.ts';
import { PREPARING } from './preparing-films.ts';

/** Rows are read alike inside and outside of a transaction. */
export type Queryable = { query: Query };

/** A film's row, without what only searches read. */
export type Film = Omit<FilmModel, 'searchText' | 'sortTitle'>;

/** A film with all that its page shows. */
export type FilmPage = Film & FilmNumbers & Directed & { creatorName: string | null; preparing: boolean };

const { searchText: _, sortTitle: __, ...FIELDS } = Prisma.FilmScalarFieldEnum;

/** Columns of `films f` by the names of their fields. */
export const filmColumns = (fields: readonly (keyof Film)[]): string => columnsOf(fields, 'f');

const COLUMNS = filmColumns(Object.values(FIELDS));

/** The condition for films that everybody finds, the same as `isVisible`. */
export const VISIBLE = 'f.published AND f.is_approved AND f.website';

/** Films that everybody finds, whose id ends with this digit. */
export async function visibleIds(db: Queryable, digit: string, limit: number): Promise<string[]> {
  const text = `SELECT f.id FROM films f WHERE ${VISIBLE} AND right(f.id::text, 1) = $1 ORDER BY f.id LIMIT $2`;
  const rows = await db.query<Pick<Film, 'id'>>({ name: 'film.visible-ids', text, values: [digit, limit] });
  return rows.map(({ id }) => id);
}

/** The collections of search: films that everybody finds, and all films for their makers and staff. */
export const [VISIBLE_FILMS, EVERY_FILM] = ['visible-films', 'every-film'] as const;

/** A film with all that its page shows, from one query; `WHERE` is the caller's. */
export const FILM_PAGE = `
  SELECT ${COLUMNS}, ${NUMBERS}, ${DIRECTORS}, ${PREPARING} AS preparing,
    p.first_name || ' ' || p.last_name AS creator_name
  FROM films f LEFT JOIN people p ON p.id = f.created_by ${NUMBERS_FROM}`;

const PAGE_BY_ID = `${FILM_PAGE} WHERE f.id = $1`;
const PAGES_BY_ID = `${FILM_PAGE} WHERE f.id = ANY($1::uuid[])`;
const BY_ID = `SELECT ${COLUMNS} FROM films f WHERE f.id = $1`;
const LOCK = `${BY_ID} FOR NO KEY UPDATE`;

/** @throws DomainError NOT_FOUND, FILM_NOT_FOUND */
export async function page(db: Queryable, filmId: string): Promise<FilmPage> {
  return one<FilmPage>(db, 'film.page', PAGE_BY_ID, filmId);
}

/** In the order of the ids. */
export async function pages(db: Queryable, filmIds: readonly string[]): Promise<FilmPage[]> {
  const rows = await db.query<FilmPage>({ name: 'film.pages', text: PAGES_BY_ID, values: [filmIds] });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return filmIds.flatMap((id) => byId.get(id) ?? []);
}

/** @throws DomainError NOT_FOUND, FILM_NOT_FOUND */
export async function get(db: Queryable, filmId: string): Promise<Film> {
  return one<Film>(db, 'film.get', BY_ID, filmId);
}

/** The same of a film that may be gone: undefined then. */
export async function find(db: Queryable, filmId: string): Promise<Film | undefined> {
  const [film] = await db.query<Film>({ name: 'film.get', text: BY_ID, values: [filmId] });
  return film;
}

/** Locks the film until the transaction ends. @throws DomainError NOT_FOUND, FILM_NOT_FOUND */
export async function lock(tx: Tx, filmId: string): Promise<Film> {
  return one<Film>(tx, 'film.lock', LOCK, filmId);
}

/** The same of a film that may be gone: undefined then. */
export async function lockIfThere(tx: Tx, filmId: string): Promise<Film | undefined> {
  const [film] = await tx.query<Film>({ name: 'film.lock', text: LOCK, values: [filmId] });
  return film;
}

async function one<R>(db: Queryable, name: string, text: string, filmId: string): Promise<R> {
  if (!isId(filmId)) throw filmNotFound();
  const [film] = await db.query<R>({ name, text, values: [filmId] });
  if (!film) throw filmNotFound();
  return film;
}

export type FilmChanges = Partial<Omit<Film, 'id' | 'createdAt'>>;

const JSON_FIELDS = {
  json: new Set(['poster', 'trailerThumbnail', 'allowedLocations', 'blockedLocations', 'chapters']),
};
export async function update(tx: Tx, filmId: string, changes: FilmChanges): Promise<Film> {
  const { text, values } = setClause(changes, 2, JSON_FIELDS);
  const [film] = await tx.query<Film>(`UPDATE films f SET ${text} WHERE f.id = $1 RETURNING ${COLUMNS}`, [
    filmId,
    ...values,
  ]);
  if (!film) throw filmNotFound();
  if ('filmTitle' in changes) await refreshSortTitle(tx, filmId);
  return film;
}

/** False when a film with this id exists, which then stays as it is. */
export async function insert(tx: Tx, film: FilmChanges & Pick<Film, 'id' | 'createdAt'>): Promise<boolean> {
  const { text, values } = insertClause(film, JSON_FIELDS);
  const inserted = await tx.query(`INSERT INTO films ${text} ON CONFLICT (id) DO NOTHING RETURNING id`, values);
  await refreshSortTitle(tx, film.id);
  return inserted.length === 1;
}

const REFRESH_SORT_TITLE = 'UPDATE films SET sort_title = film_fold(film_title) WHERE id = $1';

async function refreshSortTitle(tx: Tx, filmId: string): Promise<void> {
  await tx.query({ name: 'film.sort-title', text: REFRESH_SORT_TITLE, values: [filmId] });
}

/** Deletes a film with all that refers to it; counts of it that are not summed yet go with the next sum. */
export async function remove(tx: Tx, filmId: string): Promise<void> {
  await tx.query('DELETE FROM films WHERE id = $1', [filmId]);
}

/** What a search of all films asks for; null without words. */
export const wordsOf = ({ query }: { query: string }) => (query ? anywhereQuery(query) : null);
/** The ids of the films that the words are found in, those that are not released too; for an IN, with `wordsOf` as a parameter. */
export const foundByWords = (words: string) =>
  `SELECT id FROM search_documents WHERE collection = '${EVERY_FILM}' AND vector @@ ${words}::tsquery`;
