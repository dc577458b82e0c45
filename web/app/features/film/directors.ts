import type { Film } from '@marquee/contracts/film/v1/film_pb';
import { formatList } from '../../language/format.ts';
import { countryName } from '../../language/names.ts';
import { _ } from '../../language/words.ts';

/** "A", "A and B", "A, B and C". */
export const allNames = (names: readonly string[]): string => formatList(names);

/** Names where space is short: "A and B", or "A, B and 2 more". */
export function fewNames(names: readonly string[]): string {
  return allNames(names.length > 2 ? [...names.slice(0, 2), _('{count} more', { count: names.length - 2 })] : names);
}

/** A film in one line: "Salt, directed by Ana Souto, Portugal, 2026", without what is not known. */
export function filmLine(film: {
  title: string;
  directors: readonly string[];
  country?: string;
  year?: string;
}): string {
  const { title, directors, country = '', year = '' } = film;
  return [title, directors.length > 0 ? _('directed by {names}', { names: fewNames(directors) }) : '', country, year]
    .filter(Boolean)
    .join(', ');
}

/** Where somebody's work is found. */
export const worksHref = (name: string): string => `/films?${new URLSearchParams({ q: name })}`;

/** The country of a film as it is shown; '' while it is not known. */
export const countryOf = ({ country }: Pick<Film, 'country'>): string => (country ? countryName(country) : '');
