import type { ImportedAsset, ImportedFilm } from '@marquee/film/seed/import-film';
import type { FileToImport } from '@marquee/media/seed/import-file';
import { createFilmSchema } from '@marquee/rules/film';
import { sampleNote } from './catalogue/catalogue.ts';
import type { FilmData } from './catalogue/film-schema.ts';
import { personId } from './catalogue/people.ts';
import { soonAfter } from './catalogue/soon.ts';
import { seedId } from './seed-id.ts';

export type SlotName = 'FILM_VIDEO' | 'TRAILER_VIDEO' | 'TRAILER_IMAGE' | 'POSTER_IMAGE';

const MS_PER_DAY = 86_400_000;
const EXTENSIONS: Record<SlotName, string> = {
  FILM_VIDEO: 'mp4',
  TRAILER_VIDEO: 'mp4',
  TRAILER_IMAGE: 'jpg',
  POSTER_IMAGE: 'jpg',
};

export function filmId(film: FilmData): string {
  return seedId('film', film.key);
}

/** A file of a film, as media imports it. */
export function filmFile(film: FilmData, slot: SlotName, path: string): FileToImport {
  return {
    id: seedId('asset', `${film.key}/${slot}`),
    path,
    ownerId: personId(film.maker),
    filmId: filmId(film),
    slot,
    fileName: `${film.key}-${slot.toLowerCase().replace('_', '-')}.${EXTENSIONS[slot]}`,
    ladderMode: 'fewest',
    bound: true,
  };
}

/** A film, published and approved, as the film service imports it, with the assets that exist so far. */
export function importedFilm(film: FilmData, assets: ImportedAsset[], now: Date): ImportedFilm {
  const released = new Date(`${film.releaseDate}T18:00:00Z`);
  const at = released < now ? released : now;
  const { screeningInDays, premieresSoon } = film;
  const screeningStartTime = screeningInDays ? new Date(now.getTime() + screeningInDays * MS_PER_DAY) : undefined;
  return {
    id: filmId(film),
    createdBy: personId(film.maker),
    fields: createFilmSchema.parse({
      filmTitle: film.title,
      projectType: film.projectType,
      country: film.country,
      language: film.language,
      languages: film.languages,
      genres: film.genres,
      rating: film.ageRating,
      logLine: `${film.logLine} ${sampleNote(film)}`,
      releaseDate: film.releaseDate,
      isStudentFilm: film.isStudentFilm,
      isFirstTimeFilmMaker: film.isFirstTimeFilmMaker,
      hasSubtitles: film.hasSubtitles,
      resolution: film.resolution,
    }),
    releaseType: film.releaseType,
    festivalName: film.festivalName,
    isFestivalWinner: film.isFestivalWinner,
    screeningStartTime: premieresSoon ? soonAfter(now) : screeningStartTime,
    published: true,
    isApproved: true,
    createdAt: at,
    releasedAt: at,
    runningTime: film.video.seconds,
    crew: film.crew.map(({ person, ...credit }, index) => ({
      id: seedId('crew', `${film.key}/${index}`),
      ...credit,
      personId: person && personId(person),
    })),
    awards: film.awards.map((award, index) => ({ id: seedId('award', `${film.key}/${index}`), ...award })),
    reviews: film.reviews.map(({ by, rating, message, on }) => ({
      accountId: personId(by),
      rating,
      message,
      createdAt: new Date(Math.min(new Date(`${on}T20:15:00Z`).getTime(), now.getTime())),
    })),
    assets,
  };
}
