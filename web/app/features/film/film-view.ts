import { type Film, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { isoOf } from '../../api/iso-of.ts';
import { formatAddedDate, formatRunningTime, headerTitle } from '../../language/format.ts';
import { languageName } from '../../language/names.ts';
import { _ } from '../../language/words.ts';
import type { PictureSource } from '../../ui/picture.tsx';
import { pictureOf } from '../../ui/picture-of.ts';
import { fiveCounts } from '../reviews/review-view.ts';
import { countryOf } from './directors.ts';
import { projectLabel, releaseLabel } from './film-labels.ts';

/** A film as its pages show it: plain data, labels instead of codes, the same for every viewer. */
export type FilmView = {
  id: string;
  title: string;
  /** Cut for headers and breadcrumbs [FLM-09]. */
  shortTitle: string;
  /** In billing order. */
  directors: string[];
  logLine: string;
  release: string;
  year: string;
  releaseDate: string;
  length: string;
  runningTimeS: number;
  rating: string;
  country: string;
  genres: string[];
  /** What is known of it beside the rest, in the order of the page; facts without a text are left out. */
  facts: { name: string; text: string }[];
  /** What is special about it, such as a student film. */
  marks: string[];
  isWinner: boolean;
  festival: { name: string; id: string } | undefined;
  createdBy: string;
  screeningAt: string | undefined;
  /** When it can be unlocked; a screening is had when it is shown. */
  availableFrom: string | undefined;
  availableUntil: string | undefined;
  /** It is shown at a time, or for a ticket: it has a premiere screen. */
  hasPremiere: boolean;
  /** Its premiere was to come when the page was made, which is seconds old at the most. */
  startsLater: boolean;
  poster: PictureSource | undefined;
  still: PictureSource | undefined;
  hasTrailer: boolean;
  hasFilm: boolean;
  /** It cannot be watched yet, because it is being prepared. */
  preparing: boolean;
  isFree: boolean;
  usdCents: number;
  /** What it costs in coins instead; 0 where coins do not unlock it. */
  coins: number;
  userRating: number;
  ratingCount: number;
  histogram: number[];
  commentCount: number;
  likes: number;
  views: number;
  isPublic: boolean;
  /** Seen by its maker or staff before it is public; its pages link on as previews. */
  preview: boolean;
  published: boolean;
};

/** True when the film is public and its screening has begun; before that its maker and staff see a preview [WAT-16]. */
export function isOpenToAll({ isPublic, screeningAt }: Pick<FilmView, 'isPublic' | 'screeningAt'>): boolean {
  return isPublic && (screeningAt === undefined || Date.parse(screeningAt) <= Date.now());
}

export function filmView(film: Film, preview = false): FilmView {
  return {
    ...{ id: film.id, title: film.filmTitle, shortTitle: headerTitle(film.filmTitle), logLine: film.logLine },
    directors: [...film.directors],
    release: releaseLabel(film.releaseType),
    ...{ year: film.releaseDate.slice(0, 4), releaseDate: film.releaseDate },
    ...{ length: film.runningTime > 0 ? formatRunningTime(film.runningTime) : '', runningTimeS: film.runningTime },
    ...{ rating: film.rating, country: countryOf(film), genres: film.genres },
    facts: factsOf(film),
    isWinner: film.isFestivalWinner,
    marks: [
      film.isStudentFilm ? _('Student film') : '',
      film.isFirstTimeFilmMaker ? _('First film of its maker') : '',
      film.hasSubtitles ? _('Subtitles') : '',
      film.hasAudioDescription ? _('Audio description') : '',
    ].filter(Boolean),
    festival: film.festivalName ? { name: film.festivalName, id: film.festivalId } : undefined,
    createdBy: film.createdBy,
    screeningAt: isoOf(film.screeningStartTime),
    ...(film.releaseType === ReleaseType.SCREENING
      ? { availableFrom: undefined, availableUntil: undefined }
      : { availableFrom: isoOf(film.availableFrom), availableUntil: isoOf(film.availableUntil) }),
    hasPremiere: film.releaseType === ReleaseType.SCREENING && (film.usdCost > 0n || !!film.screeningStartTime),
    startsLater:
      film.releaseType === ReleaseType.SCREENING && Date.parse(isoOf(film.screeningStartTime) ?? '') > Date.now(),
    ...{ poster: pictureOf(film.poster), still: pictureOf(film.trailerThumbnail) },
    ...{ hasTrailer: film.hasTrailer, hasFilm: film.hasFilm, preparing: film.preparing },
    ...{ isFree: film.isFree, usdCents: Number(film.usdCost), coins: Number(film.coinCost) },
    ...{ userRating: film.userRating, ratingCount: film.ratingCount, histogram: fiveCounts(film.ratingHistogram) },
    commentCount: film.commentCount,
    likes: Number(film.counters?.likeCount ?? 0),
    views: Number(film.counters?.viewCount ?? 0),
    ...{
      isPublic: film.published && film.isApproved && film.distribution?.website !== false,
      preview,
      published: film.published,
    },
  };
}

/** The address of a film's page or of a part of it, as a preview when the film is seen as one. */
export function filmPath(film: Pick<FilmView, 'id' | 'preview'>, part = ''): string {
  return `/feed/${film.id}${part && `/${part}`}${film.preview ? '?preview=1' : ''}`;
}

/** What the pages about a part of a film need of it. */
export type FilmHead = Pick<FilmView, 'id' | 'title' | 'shortTitle' | 'directors' | 'preview'>;

export function filmHead({ id, title, shortTitle, directors, preview }: FilmView): FilmHead {
  return { id, title, shortTitle, directors, preview };
}

function factsOf(film: Film): FilmView['facts'] {
  const added = film.createdAt ? new Date(isoOf(film.createdAt) as string) : undefined;
  const languages = new Set([film.language, ...film.languages].filter(Boolean));
  return [
    { name: _('Kind'), text: projectLabel(film.projectType) },
    { name: _('Release'), text: releaseLabel(film.releaseType) },
    { name: _('Languages'), text: [...languages].map(languageName).join(', ') },
    { name: _('Country'), text: countryOf(film) },
    { name: _('Resolution'), text: film.resolution },
    { name: _('Added'), text: added ? formatAddedDate(added, 'UTC') : '' },
  ].filter(({ text }) => text !== '');
}
