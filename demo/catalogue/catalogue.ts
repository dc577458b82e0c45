import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { Wording } from '../art/layouts.ts';
import { type FilmData, filmSchema } from './film-schema.ts';
import { readData } from './read-data.ts';

const folder = join(import.meta.dirname, 'films');

/** Every film of the demo catalogue, newest release first, as the feed shows them. */
export const films: FilmData[] = readdirSync(folder)
  .map((name) => ({ ...readData(join(folder, name), filmSchema), key: parse(name).name }))
  .sort((a, b) => b.releaseDate.localeCompare(a.releaseDate) || a.key.localeCompare(b.key));

/** Says of a film that only seconds of it are shown. */
export function sampleNote({ video: { seconds } }: Pick<FilmData, 'video'>): string {
  return `Sample clip, ${seconds} seconds.`;
}

/** What the poster and the titles of a film say. */
export function wordingOf(film: FilmData): Wording {
  const credits = film.crew
    .map(({ credit, firstName, lastName }) => `${credit} ${firstName} ${lastName}`)
    .join('  ·  ');
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
    sample: sampleNote(film),
  };
}
