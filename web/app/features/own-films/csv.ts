import type { DiaryEntry } from '@marquee/contracts/film/v1/diary_pb';
import type { ListedFilm } from '@marquee/contracts/film/v1/lists_pb';
import type { WatchlistItem } from '@marquee/contracts/film/v1/watchlist_pb';
import { stringify } from 'csv-stringify/sync';
import { inParts } from './csv-response.ts';

// The columns of Letterboxd, so that what is exported here can be imported there. A cell that a spreadsheet would take
// for a formula is escaped.
const OPTIONS = { escape_formulas: true, cast: { boolean: (yes: boolean) => (yes ? 'Yes' : '') } };

const address = (publicUrl: string, filmId = '') => `${publicUrl.replace(/\/$/, '')}/feed/${filmId}`;
const yearOf = (film: { releaseYear: number } | undefined) => (film?.releaseYear ? String(film.releaseYear) : '');

/** A diary as Letterboxd exports one. */
export function diaryCsv(entries: readonly DiaryEntry[], publicUrl: string): Promise<string> {
  const rowOf = ({ film, watchedOn, rating, rewatch, tags }: DiaryEntry) => ({
    Date: watchedOn,
    Name: film?.filmTitle ?? '',
    Year: yearOf(film),
    'Letterboxd URI': address(publicUrl, film?.id),
    Rating: rating > 0 ? String(rating) : '',
    Rewatch: rewatch,
    Tags: tags.join(', '),
    'Watched Date': watchedOn,
  });
  const columns = ['Date', 'Name', 'Year', 'Letterboxd URI', 'Rating', 'Rewatch', 'Tags', 'Watched Date'];
  return inParts(entries, (part, header) => stringify(part.map(rowOf), { ...OPTIONS, header, columns }));
}

type WatchlistRow = { film: WatchlistItem['film']; addedOn: string };

/** A watchlist as Letterboxd exports one. */
export function watchlistCsv(items: readonly WatchlistRow[], publicUrl: string): Promise<string> {
  const rowOf = ({ film, addedOn }: WatchlistRow) => ({
    Date: addedOn,
    Name: film?.filmTitle ?? '',
    Year: yearOf(film),
    'Letterboxd URI': address(publicUrl, film?.id),
  });
  const columns = ['Date', 'Name', 'Year', 'Letterboxd URI'];
  return inParts(items, (part, header) => stringify(part.map(rowOf), { ...OPTIONS, header, columns }));
}

/** A list in its order, with the columns of a list of Letterboxd. */
export function listCsv(films: readonly Pick<ListedFilm, 'film'>[], publicUrl: string): string {
  const rows = films.map(({ film }, at) => ({
    Position: String(at + 1),
    Name: film?.filmTitle ?? '',
    Year: yearOf(film),
    URL: address(publicUrl, film?.id),
  }));
  return stringify(rows, { ...OPTIONS, header: true, columns: ['Position', 'Name', 'Year', 'URL'] });
}
