import type { DiaryEntry } from '@marquee/contracts/film/v1/diary_pb';
import type { WatchlistItem } from '@marquee/contracts/film/v1/watchlist_pb';
import { stringify } from 'csv-stringify/sync';

// The columns of Letterboxd, so that what is exported here can be imported there. A cell that a spreadsheet would take
// for a formula is escaped.
const OPTIONS = { header: true, escape_formulas: true, cast: { boolean: (yes: boolean) => (yes ? 'Yes' : '') } };

const address = (publicUrl: string, filmId = '') => `${publicUrl.replace(/\/$/, '')}/feed/${filmId}`;
const yearOf = (film: { releaseYear: number } | undefined) => (film?.releaseYear ? String(film.releaseYear) : '');

/** A diary as Letterboxd exports one. */
export function diaryCsv(entries: readonly DiaryEntry[], publicUrl: string): string {
  const rows = entries.map(({ film, watchedOn, rating, rewatch, tags }) => ({
    Date: watchedOn,
    Name: film?.filmTitle ?? '',
    Year: yearOf(film),
    'Letterboxd URI': address(publicUrl, film?.id),
    Rating: rating > 0 ? String(rating) : '',
    Rewatch: rewatch,
    Tags: tags.join(', '),
    'Watched Date': watchedOn,
  }));
  const columns = ['Date', 'Name', 'Year', 'Letterboxd URI', 'Rating', 'Rewatch', 'Tags', 'Watched Date'];
  return stringify(rows, { ...OPTIONS, columns });
}

/** A watchlist as Letterboxd exports one. */
export function watchlistCsv(
  items: readonly { film: WatchlistItem['film']; addedOn: string }[],
  publicUrl: string,
): string {
  const rows = items.map(({ film, addedOn }) => ({
    Date: addedOn,
    Name: film?.filmTitle ?? '',
    Year: yearOf(film),
    'Letterboxd URI': address(publicUrl, film?.id),
  }));
  return stringify(rows, { ...OPTIONS, columns: ['Date', 'Name', 'Year', 'Letterboxd URI'] });
}
