import type { Query, Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { Film } from '../../gen/prisma/client.ts';
import { filmNotFound } from './film-errors.ts';

/** Rows read alike in a transaction and outside of one. */
export type Queryable = { query: Query };

/** What a film's counters stand at: the sums so far and what still waits to be summed. */
export type FilmNumbers = {
  page_views: bigint;
  views: bigint;
  likes: bigint;
  unlocks: bigint;
  blocks: bigint;
  reports: bigint;
  comments: number;
  /** Ratings of 1, 2, 3, 4 and 5 stars. */
  stars: number[];
};

export type FilmPage = Omit<Film, 'search_text' | 'sort_title'> & FilmNumbers & { creator_name: string | null };

const sum = (name: string) => `coalesce(s.${name}, 0) + coalesce(d.${name}, 0)`;
const STARS = [1, 2, 3, 4, 5].map((star) => sum(`stars_${star}`));

/** For a FROM that has a film as `f`. */
export const NUMBERS = `
  (${sum('page_views')}) AS page_views, (${sum('views')}) AS views, (${sum('likes')}) AS likes,
  (${sum('unlocks')}) AS unlocks, (${sum('blocks')}) AS blocks, (${sum('reports')}) AS reports,
  (${sum('comments')})::int AS comments, ARRAY[${STARS.join(', ')}]::int[] AS stars`;

export const NUMBERS_FROM = `
  LEFT JOIN film_stats s ON s.film_id = f.id
  LEFT JOIN LATERAL (
    SELECT sum(page_views) AS page_views, sum(views) AS views, sum(likes) AS likes, sum(unlocks) AS unlocks,
      sum(blocks) AS blocks, sum(reports) AS reports, sum(comments) AS comments, sum(stars_1) AS stars_1,
      sum(stars_2) AS stars_2, sum(stars_3) AS stars_3, sum(stars_4) AS stars_4, sum(stars_5) AS stars_5
    FROM stat_deltas WHERE film_id = f.id
  ) d ON true`;

const FILM_COLUMNS = `
  f.id, f.version, f.film_title, f.log_line, f.release_type, f.release_date, f.rating, f.running_time, f.country,
  f.genres, f.language, f.languages, f.project_type, f.is_student_film, f.is_first_time_film_maker, f.has_subtitles,
  f.resolution, f.festival_name, f.festival_id, f.published, f.is_approved, f.auto_approved, f.approval_withdrawn,
  f.is_free, f.self_distribute, f.usd_cost, f.screening_start_time, f.license_agreement_status,
  f.drm_encoding_status, f.allowed_locations, f.blocked_locations, f.website, f.mobile, f.tv, f.is_festival_winner,
  f.created_by, f.created_at, f.updated_by, f.updated_at, f.released_at, f.poster, f.trailer_thumbnail,
  f.film_media_id, f.film_ready, f.trailer_media_id, f.trailer_ready`;

/** A film with all that its page shows, from one query; `WHERE` is the caller's. */
export const FILM_PAGE = `
  SELECT ${FILM_COLUMNS}, ${NUMBERS}, p.first_name || ' ' || p.last_name AS creator_name
  FROM films f LEFT JOIN people p ON p.id = f.created_by ${NUMBERS_FROM}`;

const FILM_PAGE_BY_ID = `${FILM_PAGE} WHERE f.id = $1`;
const FILM_PAGES_BY_ID = `${FILM_PAGE} WHERE f.id = ANY($1::uuid[])`;

/** @throws DomainError NOT_FOUND, FILM_NOT_FOUND */
export async function getFilmPage(db: Queryable, filmId: string): Promise<FilmPage> {
  if (!isId(filmId)) throw filmNotFound();
  const [film] = await db.query<FilmPage>({ name: 'film.page', text: FILM_PAGE_BY_ID, values: [filmId] });
  if (!film) throw filmNotFound();
  return film;
}

/** In the order of the ids. */
export async function getFilmPages(db: Queryable, filmIds: readonly string[]): Promise<FilmPage[]> {
  if (filmIds.length === 0) return [];
  const rows = await db.query<FilmPage>({ name: 'film.pages', text: FILM_PAGES_BY_ID, values: [filmIds] });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return filmIds.flatMap((id) => byId.get(id) ?? []);
}

/** The film without its numbers. @throws DomainError NOT_FOUND, FILM_NOT_FOUND */
export async function getFilm(db: Queryable, filmId: string): Promise<Film> {
  if (!isId(filmId)) throw filmNotFound();
  const [film] = await db.query<Film>({
    name: 'film.get',
    text: 'SELECT * FROM films WHERE id = $1',
    values: [filmId],
  });
  if (!film) throw filmNotFound();
  return film;
}

/** Locks the film until the transaction ends. @throws DomainError NOT_FOUND, FILM_NOT_FOUND */
export async function lockFilm(tx: Tx, filmId: string): Promise<Film> {
  if (!isId(filmId)) throw filmNotFound();
  const text = 'SELECT * FROM films WHERE id = $1 FOR NO KEY UPDATE';
  const [film] = await tx.query<Film>({ name: 'film.lock', text, values: [filmId] });
  if (!film) throw filmNotFound();
  return film;
}

export type FilmChanges = Partial<Omit<Film, 'id' | 'created_at' | 'search_text' | 'sort_title'>>;

const JSON_COLUMNS = new Set(['poster', 'trailer_thumbnail', 'allowed_locations', 'blocked_locations']);

/** Names come from the type, never from outside. */
export async function updateFilm(tx: Tx, filmId: string, changes: FilmChanges): Promise<Film> {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  const sets = entries.map(([column], index) => `${column} = $${index + 2}`);
  const values = entries.map(([column, value]) => forColumn(column, value));
  const [film] = await tx.query<Film>(`UPDATE films SET ${sets.join(', ')} WHERE id = $1 RETURNING *`, [
    filmId,
    ...values,
  ]);
  if (!film) throw filmNotFound();
  if ('film_title' in changes || 'log_line' in changes || 'created_by' in changes)
    await refreshSearchText(tx, [filmId]);
  return film;
}

export async function insertFilm(tx: Tx, film: FilmChanges & { id: string; created_at: Date }): Promise<boolean> {
  const entries = Object.entries(film).filter(([, value]) => value !== undefined);
  const columns = entries.map(([column]) => column);
  const values = entries.map(([column, value]) => forColumn(column, value));
  const marks = values.map((_, index) => `$${index + 1}`);
  const inserted = await tx.query(
    `INSERT INTO films (${columns.join(', ')}) VALUES (${marks.join(', ')}) ON CONFLICT (id) DO NOTHING RETURNING id`,
    values,
  );
  await refreshSearchText(tx, [film.id]);
  return inserted.length === 1;
}

function forColumn(column: string, value: unknown): unknown {
  return JSON_COLUMNS.has(column) && value !== null ? JSON.stringify(value) : value;
}

const REFRESH_SEARCH_TEXT = `
  UPDATE films f SET sort_title = film_fold(f.film_title),
    search_text = film_fold(concat_ws(' ', f.film_title, f.log_line,
      (SELECT p.first_name || ' ' || p.last_name FROM people p WHERE p.id = f.created_by)))
  WHERE f.id = ANY($1::uuid[])`;

/** What searches read: title, log line and the maker's name. */
export async function refreshSearchText(tx: Queryable, filmIds: readonly string[]): Promise<void> {
  await tx.query({ name: 'film.search-text', text: REFRESH_SEARCH_TEXT, values: [filmIds] });
}

export async function deleteFilm(tx: Tx, filmId: string): Promise<void> {
  await tx.query('DELETE FROM films WHERE id = $1', [filmId]);
  await tx.query('DELETE FROM stat_deltas WHERE film_id = $1', [filmId]);
}
