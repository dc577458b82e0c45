import type { Wording } from '../art/layouts.ts';
import type { FilmData } from './film-data.ts';
import { filmsOne } from './films-one.ts';
import { filmsThree } from './films-three.ts';
import { filmsTwo } from './films-two.ts';

/** Every film of the demo catalogue, newest release first, as the feed shows them. */
export const films: FilmData[] = [...filmsOne, ...filmsTwo, ...filmsThree].sort((a, b) =>
  b.releaseDate.localeCompare(a.releaseDate),
);

/** What the poster and the titles of a film say. */
export function wordingOf(film: FilmData): Wording {
  const credits = film.crew.map(([credit, first, last]) => `${credit} ${first} ${last}`).join('  ·  ');
  const laurels = film.awards.map(({ festivalName, category, winner }) => ({
    festival: festivalName,
    honour: winner ? category : 'Selection',
  }));
  return {
    title: film.title,
    director: film.director,
    tagline: film.tagline,
    credits,
    year: Number(film.releaseDate.slice(0, 4)),
    laurels,
  };
}
