import type { Tx } from '@marquee/data/database';
import { every } from '@marquee/data/every';
import { countryName } from '@marquee/rules/countries';
import { PROJECT_TYPE_LABELS, type ProjectTypeName } from '@marquee/rules/film-types';
import { languageName } from '@marquee/rules/languages';
import { indexStale, type SearchSource } from '@marquee/search/index-stale';
import type { SearchDocument } from '@marquee/search/vector';
import type { Loop } from '@marquee/service/define-service';
import { departmentNumber } from '../crew/departments.ts';
import type { FilmResources } from '../resources.ts';
import { EVERY_FILM, VISIBLE, VISIBLE_FILMS } from './films.ts';

/** What films are found by. Their tables say by triggers which films have changed. */
export const filmSearch: SearchSource = {
  name: 'film',
  collections: [VISIBLE_FILMS, EVERY_FILM],
  async describe(tx, ids) {
    const rows = await tx.query<SearchedFilm>({ name: 'film.searched', text: SEARCHED, values: [ids] });
    return rows.flatMap(documentsOf);
  },
};

/** Indexes films that have changed, every FLUSH_INTERVAL_MS until closed. */
export function startIndexing({ db, config, log }: Pick<FilmResources, 'db' | 'config' | 'log'>): Loop {
  const index = (signal: AbortSignal) => indexStale({ db, signal }, filmSearch);
  return every(config.FLUSH_INTERVAL_MS, index, { name: 'search', log });
}

/** Has the films of a maker indexed again, whose name staff find them by. */
export async function markFilmsOf(tx: Tx, accountId: string): Promise<void> {
  const text = "INSERT INTO search_stale (source, id) SELECT 'film', id FROM films WHERE created_by = $1";
  await tx.query({ name: 'film.mark-films-of', text, values: [accountId] });
}

type SearchedFilm = {
  id: string;
  filmTitle: string;
  logLine: string;
  year: string | null;
  country: string;
  genres: string[];
  language: string;
  languages: string[];
  projectType: ProjectTypeName;
  isVisible: boolean;
  maker: string | null;
  directors: string[];
  others: string[];
  festivals: string[];
};

const SEARCHED = `
  SELECT f.id, f.film_title, f.log_line, to_char(f.release_date, 'YYYY') AS year, f.country, f.genres, f.language,
    f.languages, f.project_type, ${VISIBLE} AS is_visible,
    (SELECT p.first_name || ' ' || p.last_name FROM people p WHERE p.id = f.created_by) AS maker,
    coalesce(c.directors, '{}') AS directors, coalesce(c.others, '{}') AS others,
    ARRAY(SELECT f.festival_name UNION SELECT a.festival_name FROM awards a WHERE a.film_id = f.id) AS festivals
  FROM films f LEFT JOIN LATERAL (
    SELECT array_agg(name) FILTER (WHERE directs) AS directors, array_agg(name) FILTER (WHERE NOT directs) AS others
    FROM (
      SELECT first_name || ' ' || last_name AS name, film_department(credit) = ${departmentNumber('DIRECTION')} AS directs
      FROM crew WHERE film_id = f.id ORDER BY position, id
    ) credited
  ) c ON true
  WHERE f.id = ANY($1::uuid[])`;

/** What people write for some countries and genres, beside the names that forms offer. */
const ALSO: Readonly<Record<string, string>> = {
  CI: 'Ivory Coast',
  CZ: 'Czech Republic',
  GB: 'UK Britain British',
  NL: 'Holland',
  TR: 'Turkey',
  US: 'USA America American',
  'Science Fiction': 'sci-fi',
};

/** Only the document for makers and staff says who made the film: a visitor does not find that out by a search. */
function documentsOf(film: SearchedFilm): SearchDocument[] {
  const { id, filmTitle: title, logLine: prose, directors: main, others, country, genres, festivals } = film;
  const languages = [...new Set([film.language, ...film.languages])].filter(Boolean);
  const facts = [
    ...others,
    ...[film.year ?? '', country && countryName(country), ALSO[country] ?? ''],
    ...languages.map(languageName),
    ...genres.flatMap((genre) => [genre, ALSO[genre] ?? '']),
    ...festivals,
    PROJECT_TYPE_LABELS[film.projectType],
  ];
  const everybodys = { collection: VISIBLE_FILMS, id, title, main, facts, prose };
  const everyFilm = { ...everybodys, collection: EVERY_FILM, facts: [...facts, film.maker ?? ''] };
  return film.isVisible ? [everybodys, everyFilm] : [everyFilm];
}
