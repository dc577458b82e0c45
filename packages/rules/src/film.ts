import { z } from 'zod';
import { manyLines, oneLine } from './plain-text.ts';

/** The names of the contract's enumerations; 'Screening' is shown as 'Festival Screening' [FLM-10]. */
export const RELEASE_TYPES = ['WATCH_NOW', 'SCREENING', 'TRAILER', 'SHOWREEL'] as const;
export type ReleaseTypeName = (typeof RELEASE_TYPES)[number];
export const RELEASE_TYPE_LABELS: Record<ReleaseTypeName, string> = {
  WATCH_NOW: 'On Demand',
  SCREENING: 'Festival Screening',
  TRAILER: 'Trailer',
  SHOWREEL: 'Showreel',
};

export const PROJECT_TYPES = ['SHORT', 'FEATURE'] as const;
export type ProjectTypeName = (typeof PROJECT_TYPES)[number];
export const PROJECT_TYPE_LABELS: Record<ProjectTypeName, string> = { SHORT: 'Short film', FEATURE: 'Feature film' };

/** The slots of a film that hold media, in the order in which a maker fills them. */
export const ASSET_KINDS = ['FILM_VIDEO', 'TRAILER_VIDEO', 'TRAILER_IMAGE', 'POSTER_IMAGE'] as const;
export type AssetKindName = (typeof ASSET_KINDS)[number];
export const ASSET_LABELS: Record<AssetKindName, string> = {
  FILM_VIDEO: 'film video',
  TRAILER_VIDEO: 'trailer video',
  TRAILER_IMAGE: 'trailer image',
  POSTER_IMAGE: 'poster image',
};

export const GENRES = [
  'Action',
  'Adventure',
  'Animation',
  'Biography',
  'Comedy',
  'Crime',
  'Dance',
  'Documentary',
  'Drama',
  'Experimental',
  'Family',
  'Fantasy',
  'History',
  'Horror',
  'LGBTQ+',
  'Music',
  'Musical',
  'Mystery',
  'Romance',
  'Science Fiction',
  'Sport',
  'Thriller',
  'War',
  'Western',
] as const;

/** Age ratings, from for everybody to for adults. */
export const AGE_RATINGS = ['G', 'PG', 'PG-13', 'R', 'NC-17', 'Not Rated'] as const;

export const RESOLUTIONS = ['SD', '720p', '1080p', '2K', '4K', '8K'] as const;

/** BCP 47, by name in English. */
export const LANGUAGES = [
  { code: 'ar', name: 'Arabic' },
  { code: 'bn', name: 'Bengali' },
  { code: 'zh', name: 'Chinese' },
  { code: 'cs', name: 'Czech' },
  { code: 'da', name: 'Danish' },
  { code: 'nl', name: 'Dutch' },
  { code: 'en', name: 'English' },
  { code: 'fi', name: 'Finnish' },
  { code: 'fr', name: 'French' },
  { code: 'de', name: 'German' },
  { code: 'el', name: 'Greek' },
  { code: 'he', name: 'Hebrew' },
  { code: 'hi', name: 'Hindi' },
  { code: 'hu', name: 'Hungarian' },
  { code: 'is', name: 'Icelandic' },
  { code: 'id', name: 'Indonesian' },
  { code: 'ga', name: 'Irish' },
  { code: 'it', name: 'Italian' },
  { code: 'ja', name: 'Japanese' },
  { code: 'ko', name: 'Korean' },
  { code: 'ms', name: 'Malay' },
  { code: 'zxx', name: 'No dialogue' },
  { code: 'nb', name: 'Norwegian' },
  { code: 'fa', name: 'Persian' },
  { code: 'pl', name: 'Polish' },
  { code: 'pt', name: 'Portuguese' },
  { code: 'pa', name: 'Punjabi' },
  { code: 'ro', name: 'Romanian' },
  { code: 'ru', name: 'Russian' },
  { code: 'sr', name: 'Serbian' },
  { code: 'es', name: 'Spanish' },
  { code: 'sw', name: 'Swahili' },
  { code: 'sv', name: 'Swedish' },
  { code: 'tl', name: 'Tagalog' },
  { code: 'ta', name: 'Tamil' },
  { code: 'te', name: 'Telugu' },
  { code: 'th', name: 'Thai' },
  { code: 'tr', name: 'Turkish' },
  { code: 'uk', name: 'Ukrainian' },
  { code: 'ur', name: 'Urdu' },
  { code: 'vi', name: 'Vietnamese' },
  { code: 'yo', name: 'Yoruba' },
] as const;

/** Lengths in characters, numbers in entries. */
export const FILM_LIMITS = {
  titleLengthMax: 120,
  logLineLengthMax: 500,
  genresMax: 5,
  languagesMax: 20,
  festivalNameLengthMax: 120,
  usdCostCentsMin: 99,
  usdCostCentsMax: 99_999,
  locationLengthMax: 60,
  locationsMax: 250,
  creditLengthMax: 60,
  roleLengthMax: 60,
  crewNameLengthMax: 45,
  crewMax: 500,
  invitationsPerFilmADayMax: 100,
  emailLengthMax: 254,
  reviewLengthMax: 2000,
  reportLengthMax: 1000,
  queryLengthMax: 100,
} as const;

/** A header cuts a film's title at this many characters [FLM-09]. */
export const HEADER_TITLE_LENGTH_MAX = 20;

/** A view counts after about this long of real playing; a pre-roll's length is added [WAT-07]. */
export const VIEW_AFTER_MS = 60_000;
/** How far a client's own clock may run ahead of ours before we stop believing it. */
export const VIEW_TOLERANCE_MS = 2_000;
export const HEARTBEAT_INTERVAL_MS = 15_000;
/** A saved position beyond this resumes this much earlier; otherwise the film starts again [WAT-10]. */
export const RESUME_BACK_MS = 300_000;
export const PLAYBACK_EVENTS_MAX = 200;
export const FREE_UNLOCK_HOURS = 48;
/** One browser's page views of a film count once in this long. */
export const PAGE_VIEW_WINDOW_MINUTES = 30;

/** Exact texts that viewers and makers read. */
export const FILM_MESSAGES = {
  filmNotFound: 'Film not found',
  filmNotAvailable: 'Film Not Available',
  accessFailed: 'We failed to load your access to the film.',
  unlockRequired: 'You need to unlock this film to watch it.',
  ticketRequired: 'You need to purchase a ticket to join this premiere.',
  unavailableInRegion: 'This film is unavailable in your region.',
  signInToWatch: 'Please sign in to watch this film.',
  nothingToWatch: 'There is no film to watch here yet.',
  stillProcessing: 'This film is still being processed. Please come back in a few minutes.',
  filmFailed: 'The video of this film could not be converted, so it cannot be watched yet.',
  filmNotTranscoded: 'This film is not available to watch yet.',
  screeningNotStarted: 'This screening has not started yet.',
  noTrailer: 'This film has no trailer yet.',
  notYours: 'Only the creator of this film can do this.',
  editConflict: 'This film was changed in the meantime. Please reload it and try again.',
  incomplete: 'This film is not complete yet. Please add what is missing before publishing it.',
  videoNotReady: 'A video of this film is still being processed. Please publish it when that is done.',
  videoNotTranscoded: 'A video of this film has not been transcoded. Please start its transcode, then publish.',
  videoFailed: 'A video of this film could not be converted. Please upload it again before publishing.',
  paymentsUnavailable: 'Films with a price cannot be published yet, because no payment provider is set up.',
  locationsUnavailable: 'Films cannot be limited to places yet. Please remove the locations.',
  staffOnlyField: 'Only staff can change this.',
  assetNotFound: 'This file does not exist.',
  assetNotYours: 'This file belongs to somebody else.',
  assetWrongKind: 'This file does not fit here: a video is needed for videos and a picture for pictures.',
  assetNotReady: 'This file is not ready yet. Please wait until its upload is checked.',
  assetUsedElsewhere: 'This file is used by another film.',
  assetLive: 'This is part of a published film. Please unpublish the film first, or replace it.',
  nothingWaiting: 'Nothing waits for a decision here.',
  replacementNotReady: 'The new video is still being processed.',
  replacementFailed: 'The new video could not be converted.',
  replacementNotTranscoded: 'The new video has not been transcoded.',
  crewEmpty: 'No cast and crew listed yet',
  crewNotFound: 'This credit does not exist any more.',
  crewFull: 'A film can list at most 500 people.',
  creditTaken: 'This credit already belongs to somebody.',
  claimNotFound: 'This claim does not exist.',
  claimDecided: 'This claim was already decided.',
  invitationLimit: 'You have sent many invitations today. Please try again tomorrow.',
  personNotFound: 'Please select a person.',
  reviewNotFound: 'This review does not exist.',
  playbackNotFound: 'This playback has ended. Please open the film again.',
  playbackEnded: 'Your access to this film has ended. Please open it again.',
  ratingRequired: 'Please choose from 1 to 5 stars.',
  priceRange: 'A price is between $0.99 and $999.99.',
  priceWhole: 'A price is in whole cents.',
  choiceUnknown: 'Please choose from the list.',
  requestIdMissing: 'This request could not be read. Please reload the page and try again.',
} as const;

/** How each field that publishing needs is asked for [STU-02]. */
export const MISSING_FIELD_MESSAGES = {
  filmTitle: 'Please add a title.',
  projectType: 'Please choose Short film or Feature film.',
  country: 'Please choose a country.',
  language: 'Please choose a language.',
  languages: 'Please choose at least one language.',
  genres: 'Please choose at least one genre.',
  rating: 'Please choose an age rating.',
  logLine: 'Please add a log line.',
  releaseDate: 'Please add a release date.',
  resolution: 'Please choose a resolution.',
} as const;
export type PublishField = keyof typeof MISSING_FIELD_MESSAGES;

const languageCodes: readonly string[] = LANGUAGES.map(({ code }) => code);

const title = oneLine()
  .min(1, MISSING_FIELD_MESSAGES.filmTitle)
  .max(FILM_LIMITS.titleLengthMax, 'A title has at most 120 characters.');
const projectType = z.enum(PROJECT_TYPES, MISSING_FIELD_MESSAGES.projectType);
const country = z.union([z.literal(''), z.string().refine(isCountry, MISSING_FIELD_MESSAGES.country)]);
const languageCode = z.string().refine((code) => languageCodes.includes(code), MISSING_FIELD_MESSAGES.language);
const releaseDate = z.union([z.literal(''), z.iso.date('Please enter a date, such as 2026-11-20.')]);
const logLine = manyLines().max(FILM_LIMITS.logLineLengthMax, 'A log line has at most 500 characters.');
const rating = z.enum(['', ...AGE_RATINGS], MISSING_FIELD_MESSAGES.rating);
const resolution = z.enum(['', ...RESOLUTIONS], MISSING_FIELD_MESSAGES.resolution);
const genres = z
  .array(z.enum(GENRES, MISSING_FIELD_MESSAGES.genres))
  .max(FILM_LIMITS.genresMax, 'Please choose at most 5 genres.')
  .transform(unique);
const languages = z
  .array(languageCode)
  .max(FILM_LIMITS.languagesMax, 'Please choose at most 20 languages.')
  .transform(unique);

/** What /content/create sends: a title and a project type, the rest now or before publishing [STU-02]. */
export const createFilmSchema = z.object({
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
});
export type CreateFilm = z.output<typeof createFilmSchema>;

// 0 is no price yet.
const usdCost = z
  .number(FILM_MESSAGES.priceRange)
  .refine((cents) => cents === 0 || (cents >= FILM_LIMITS.usdCostCentsMin && cents <= FILM_LIMITS.usdCostCentsMax), {
    message: FILM_MESSAGES.priceRange,
    abort: true,
  })
  .refine(Number.isInteger, FILM_MESSAGES.priceWhole);

const noLocations = z.array(z.unknown()).max(0, FILM_MESSAGES.locationsUnavailable);

/** What the maker may change; absent fields stay as they are [STU-04]. */
export const updateFilmSchema = z.object({
  filmTitle: title.optional(),
  projectType: projectType.optional(),
  country: country.optional(),
  language: z.union([z.literal(''), languageCode]).optional(),
  languages: languages.optional(),
  genres: genres.optional(),
  rating: rating.optional(),
  logLine: logLine.optional(),
  releaseDate: releaseDate.optional(),
  isStudentFilm: z.boolean().optional(),
  isFirstTimeFilmMaker: z.boolean().optional(),
  hasSubtitles: z.boolean().optional(),
  resolution: resolution.optional(),
  releaseType: z.enum(RELEASE_TYPES, 'Please choose a release type.').optional(),
  published: z.boolean().optional(),
  isFree: z.boolean().optional(),
  selfDistribute: z.boolean().optional(),
  festivalId: z.union([z.literal(''), z.uuid('This festival does not exist.')]).optional(),
  festivalName: oneLine()
    .max(FILM_LIMITS.festivalNameLengthMax, 'A festival name has at most 120 characters.')
    .optional(),
  usdCost: usdCost.optional(),
  screeningStartTime: z.date('Please enter a date and a time.').optional(),
  allowedLocations: noLocations.optional(),
  blockedLocations: noLocations.optional(),
});
export type UpdateFilm = z.output<typeof updateFilmSchema>;

/** One rating per viewer and film, with a review if they like [FLM-06]. */
export const rateFilmSchema = z.object({
  rating: z
    .number(FILM_MESSAGES.ratingRequired)
    .refine((stars) => Number.isInteger(stars) && stars >= 1 && stars <= 5, FILM_MESSAGES.ratingRequired),
  message: manyLines().max(FILM_LIMITS.reviewLengthMax, 'A review has at most 2000 characters.').default(''),
});

export const FILM_REPORT_REASONS = ['RIGHTS', 'HATE_OR_VIOLENCE', 'SEXUAL_CONTENT', 'MISLEADING', 'OTHER'] as const;
export const FILM_REPORT_REASON_LABELS: Record<(typeof FILM_REPORT_REASONS)[number], string> = {
  RIGHTS: 'It uses something without the right to',
  HATE_OR_VIOLENCE: 'Hate or violence',
  SEXUAL_CONTENT: 'Sexual content',
  MISLEADING: 'It is not what it says it is',
  OTHER: 'Something else',
};
export const reportFilmSchema = z.object({
  reason: z.enum(FILM_REPORT_REASONS, 'Please choose a reason.'),
  details: manyLines().max(FILM_LIMITS.reportLengthMax, 'Details have at most 1000 characters.').default(''),
});

function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || code === 'ZZ') return false;
  return new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code) !== undefined;
}

function unique<T>(values: T[]): T[] {
  return [...new Set(values)];
}
