import type { SceneName } from '../art/draw-picture.ts';
import type { LayoutName } from '../art/layouts.ts';
import type { Palette } from '../art/scene.ts';
import type { Typeface } from '../art/type.ts';
import type { FieldName } from '../video/fields.ts';
import type { PersonKey } from './people.ts';

/** How a film looks on paper. */
export type FilmArt = {
  scene: SceneName;
  layout: LayoutName;
  face: Typeface;
  palette: Palette;
  /** Colours of the poster's title and of its small text. */
  title: string;
  text: string;
  take?: number;
  /** Draws the poster's scene so much taller (room above it) or shorter (room below it), in units of the poster. */
  lift?: number;
  /** The colour of the room below. */
  below?: string;
};

export type FilmVideo = {
  /** Pixels; the film keeps its own shape. */
  size: readonly [width: number, height: number];
  seconds: number;
  /** The moving picture between the stills. */
  field: FieldName;
  /** Hertz. */
  chord: readonly number[];
};

export type FilmReview = { by: PersonKey; rating: 1 | 2 | 3 | 4 | 5; message: string; on: string };

export type FilmData = {
  key: string;
  title: string;
  tagline: string;
  logLine: string;
  releaseType: 'WATCH_NOW' | 'SCREENING' | 'SHOWREEL';
  projectType: 'SHORT' | 'FEATURE';
  releaseDate: string;
  ageRating: string;
  country: string;
  language: string;
  languages: string[];
  genres: string[];
  resolution: string;
  isStudentFilm?: boolean;
  isFirstTimeFilmMaker?: boolean;
  hasSubtitles?: boolean;
  isFestivalWinner?: boolean;
  festivalName?: string;
  /** Days after the seeding at which a screening starts. */
  screeningInDays?: number;
  maker: PersonKey;
  director: string;
  /** Credit, first name, last name, role; a person of the catalogue by key. */
  crew: (readonly [credit: string, first: string, last: string, role: string, person?: PersonKey])[];
  awards: { festivalName: string; category: string; year: number; winner: boolean }[];
  reviews: FilmReview[];
  art: FilmArt;
  video: FilmVideo;
};
