import { AGE_RATINGS } from '@marquee/rules/film-types';
import { z } from 'zod';
import { scenes } from '../art/draw-picture.ts';
import { layouts } from '../art/layouts.ts';
import { typefaces } from '../art/type.ts';
import { fields } from '../video/fields.ts';
import { isPerson } from './people.ts';

const nameIn = <Name extends string>(named: Record<Name, unknown>) => z.enum(Object.keys(named) as [Name, ...Name[]]);
const person = z.string().refine(isPerson, 'This person is not in people.json.');
const color = z.string().regex(/^#[0-9a-f]{6}$/);
const text = z.string().min(1);

/** How posters and stills of a film look. */
const artSchema = z.strictObject({
  scene: nameIn(scenes),
  layout: nameIn(layouts),
  face: nameIn(typefaces),
  /** The ground, two tones between, the light, and one accent. */
  palette: z.tuple([color, color, color, color, color]),
  /** Colours of the poster's title and of its small text. */
  title: color,
  text: color,
  take: z.int().optional(),
  /** Makes the poster's scene taller (space above it) or shorter (space below it), in units of the poster. */
  lift: z.number().optional(),
  /** The colour of the space below. */
  below: color.optional(),
});

const videoSchema = z.strictObject({
  /** Width and height in pixels; the film keeps its own shape. */
  size: z.tuple([z.int().multipleOf(2), z.int().multipleOf(2)]),
  seconds: z.int().positive(),
  /** The moving picture between the stills. */
  field: nameIn(fields),
  /** Frequencies in hertz. */
  chord: z.array(z.number().positive()).min(1),
});

/** A film of the demo catalogue: what films/<key>.json holds. */
export const filmSchema = z.strictObject({
  title: text,
  tagline: text,
  logLine: text,
  releaseType: z.enum(['WATCH_NOW', 'SCREENING', 'SHOWREEL']),
  projectType: z.enum(['SHORT', 'FEATURE']),
  releaseDate: z.iso.date(),
  ageRating: z.enum(AGE_RATINGS),
  country: text,
  language: text,
  languages: z.array(text).min(1),
  genres: z.array(text).min(1),
  resolution: text,
  isStudentFilm: z.boolean().optional(),
  isFirstTimeFilmMaker: z.boolean().optional(),
  hasSubtitles: z.boolean().optional(),
  isFestivalWinner: z.boolean().optional(),
  festivalName: text.optional(),
  /** Days after the seeding at which a screening starts. */
  screeningInDays: z.int().positive().optional(),
  /** Whether its premiere is about to begin, at each start of the site. */
  premieresSoon: z.boolean().optional(),
  maker: person,
  director: text,
  crew: z.array(
    z.strictObject({ credit: text, firstName: text, lastName: z.string(), role: text, person: person.optional() }),
  ),
  awards: z.array(z.strictObject({ festivalName: text, category: text, year: z.int().min(1900), winner: z.boolean() })),
  reviews: z.array(
    z.strictObject({ by: person, rating: z.int().min(1).max(5), on: z.iso.date(), message: z.string().min(20) }),
  ),
  art: artSchema,
  video: videoSchema,
});

export type FilmArt = z.output<typeof artSchema>;

/** A film with its key: the name of its file, from which its ids are derived. */
export type FilmData = z.output<typeof filmSchema> & { key: string };
