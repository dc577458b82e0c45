import { z } from 'zod';
import { chaptersSchema } from './chapters.ts';
import { COINS_MAX } from './coins.ts';
import { isCountry } from './countries.ts';
import { AGE_RATINGS, PROJECT_TYPES, RELEASE_TYPES, RESOLUTIONS } from './film-types.ts';
import { GENRES } from './genres.ts';
import { LANGUAGES } from './languages.ts';
import { manyLines, oneLine } from './plain-text.ts';
import { filmLocationsSchema } from './regions.ts';
import { MISSING_FIELD_MESSAGES, STUDIO_MESSAGES } from './studio-messages.ts';
import { windowHours } from './windows.ts';

/** Lengths in characters, numbers in entries, prices in US cents; days and times are inclusive. */
export const FILM_LIMITS = {
  titleLengthMax: 120,
  logLineLengthMax: 500,
  genresMax: 5,
  languagesMax: 20,
  festivalNameLengthMax: 120,
  usdCostCentsMin: 99,
  usdCostCentsMax: 99_999,
  releaseDateMin: '1880-01-01',
  releaseDateMax: '2099-12-31',
  screeningMin: new Date('2000-01-01T00:00:00Z'),
  screeningMax: new Date('2099-12-31T23:59:59Z'),
} as const;

const languageCodes: readonly string[] = LANGUAGES.map(({ code }) => code);

const title = oneLine()
  .min(1, MISSING_FIELD_MESSAGES.filmTitle)
  .max(FILM_LIMITS.titleLengthMax, 'A title has at most 120 characters.');
const projectType = z.enum(PROJECT_TYPES, MISSING_FIELD_MESSAGES.projectType);
const country = z.union([z.literal(''), z.string().refine(isCountry, MISSING_FIELD_MESSAGES.country)]);
const languageCode = z.string().refine((code) => languageCodes.includes(code), MISSING_FIELD_MESSAGES.language);
const releaseDate = z.union([
  z.literal(''),
  z.iso
    .date('Please enter a date, such as 2026-11-20.')
    .refine(
      (day) => day >= FILM_LIMITS.releaseDateMin && day <= FILM_LIMITS.releaseDateMax,
      STUDIO_MESSAGES.releaseDateRange,
    ),
]);
const logLine = manyLines().max(FILM_LIMITS.logLineLengthMax, 'A log line has at most 500 characters.');
const rating = z.enum(['', ...AGE_RATINGS], MISSING_FIELD_MESSAGES.rating);
// A file that is known replaces it by its own.
const resolution = z.enum(['', ...RESOLUTIONS], STUDIO_MESSAGES.resolutionUnknown);
const genres = z
  .array(z.enum(GENRES, MISSING_FIELD_MESSAGES.genres))
  .max(FILM_LIMITS.genresMax, 'Please choose at most 5 genres.')
  .transform(unique);
const languages = z
  .array(languageCode)
  .max(FILM_LIMITS.languagesMax, 'Please choose at most 20 languages.')
  .transform(unique);

/** What a maker fills in of a film, each with its rule and what it is while empty [STU-02]. */
const filmFields = {
  filmTitle: title,
  projectType,
  country: country.default(''),
  language: z.union([z.literal(''), languageCode]).default(''),
  languages: languages.default([]),
  genres: genres.default([]),
  rating: rating.default(''),
  logLine: logLine.default(''),
  releaseDate: releaseDate.default(''),
  isStudentFilm: z.boolean().default(false),
  isFirstTimeFilmMaker: z.boolean().default(false),
  hasSubtitles: z.boolean().default(false),
  resolution: resolution.default(''),
};

/** A new film: a title and a project type, the rest now or before publishing [STU-02]. */
export const createFilmSchema = z.object(filmFields);
export type CreateFilm = z.output<typeof createFilmSchema>;

/** What a form for a new film begins with. */
export function emptyFilm(): Omit<CreateFilm, 'projectType'> {
  return { filmTitle: '', ...createFilmSchema.omit({ filmTitle: true, projectType: true }).parse({}) };
}

// 0 is no price yet.
const usdCost = z
  .number(STUDIO_MESSAGES.priceRange)
  .refine((cents) => cents === 0 || (cents >= FILM_LIMITS.usdCostCentsMin && cents <= FILM_LIMITS.usdCostCentsMax), {
    message: STUDIO_MESSAGES.priceRange,
    abort: true,
  })
  .refine(Number.isInteger, STUDIO_MESSAGES.priceWhole);

// 0: it cannot be had for coins.
const coinCost = z
  .number(STUDIO_MESSAGES.coinRange)
  .refine((coins) => Number.isInteger(coins) && coins >= 0 && coins <= COINS_MAX, STUDIO_MESSAGES.coinRange);

/** A moment of a film's release, or none. */
const releaseMoment = z
  .date('Please enter a date and a time.')
  .min(FILM_LIMITS.screeningMin, STUDIO_MESSAGES.screeningRange)
  .max(FILM_LIMITS.screeningMax, STUDIO_MESSAGES.screeningRange)
  .nullable();

/** When a film can be had, and how long an unlock of it lasts [WAT-15]. */
export const filmWindowsSchema = z.object({
  availableFrom: releaseMoment,
  availableUntil: releaseMoment,
  startWindowHours: windowHours,
  watchWindowHours: windowHours,
});

const percent = z.int().min(0, STUDIO_MESSAGES.focalPointRange).max(100, STUDIO_MESSAGES.focalPointRange);
const focalPoint = z.object({ x: percent, y: percent });

/** What the maker may change; absent fields stay as they are [STU-04]. */
export const updateFilmSchema = z.object({
  ...optionalFields(filmFields),
  releaseType: z.enum(RELEASE_TYPES, 'Please choose a release type.').optional(),
  published: z.boolean().optional(),
  isFree: z.boolean().optional(),
  selfDistribute: z.boolean().optional(),
  chapters: chaptersSchema.optional(),
  watermark: z.boolean().optional(),
  festivalId: z.union([z.literal(''), z.uuid('This festival does not exist.')]).optional(),
  festivalName: oneLine()
    .max(FILM_LIMITS.festivalNameLengthMax, 'A festival name has at most 120 characters.')
    .optional(),
  usdCost: usdCost.optional(),
  coinCost: coinCost.optional(),
  screeningStartTime: releaseMoment.optional(),
  ...filmWindowsSchema.partial().shape,
  stillFocalPoint: focalPoint.optional(),
  allowedLocations: filmLocationsSchema.optional(),
  blockedLocations: filmLocationsSchema.optional(),
});
export type UpdateFilm = z.output<typeof updateFilmSchema>;

type OptionalFields<S extends Record<string, z.ZodType>> = {
  [K in keyof S]: z.ZodOptional<S[K] extends z.ZodDefault<infer Rule extends z.ZodType> ? Rule : S[K]>;
};

/** The same rules for a change: an absent field stays as it is and does not become its default. */
function optionalFields<S extends Record<string, z.ZodType>>(fields: S): OptionalFields<S> {
  const rules = Object.entries(fields).map(([name, rule]) => {
    const given = rule instanceof z.ZodDefault ? (rule.unwrap() as z.ZodType) : rule;
    return [name, given.optional()];
  });
  return Object.fromEntries(rules) as OptionalFields<S>;
}

function unique<T>(values: T[]): T[] {
  return [...new Set(values)];
}
