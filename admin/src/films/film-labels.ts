import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import {
  AssetKind,
  type Image,
  ListingStatus,
  ProjectType,
  ReleaseType,
  type StudioFilm,
} from '@marquee/contracts/film/v1/film_pb';
import { PROJECT_TYPE_LABELS, RELEASE_TYPE_LABELS } from '@marquee/rules/film-types';
import { formatAddedDate } from '@marquee/rules/format';
import type { PublishField } from '@marquee/rules/studio-messages';

export const releaseTypeLabel: Record<ReleaseType, string> = {
  [ReleaseType.UNSPECIFIED]: '–',
  [ReleaseType.WATCH_NOW]: RELEASE_TYPE_LABELS.WATCH_NOW,
  [ReleaseType.SCREENING]: RELEASE_TYPE_LABELS.SCREENING,
  [ReleaseType.TRAILER]: RELEASE_TYPE_LABELS.TRAILER,
  [ReleaseType.SHOWREEL]: RELEASE_TYPE_LABELS.SHOWREEL,
};

export const projectTypeLabel: Record<ProjectType, string> = {
  [ProjectType.UNSPECIFIED]: '–',
  [ProjectType.SHORT]: PROJECT_TYPE_LABELS.SHORT,
  [ProjectType.FEATURE]: PROJECT_TYPE_LABELS.FEATURE,
};

export const assetLabel: Record<AssetKind, string> = {
  [AssetKind.UNSPECIFIED]: '–',
  [AssetKind.FILM_VIDEO]: 'Film video',
  [AssetKind.TRAILER_VIDEO]: 'Trailer video',
  [AssetKind.TRAILER_IMAGE]: 'Trailer image',
  [AssetKind.POSTER_IMAGE]: 'Poster image',
};

/** The fields that publishing needs, as the maker's form calls them. */
export const fieldLabel: Record<PublishField, string> = {
  filmTitle: 'Title',
  projectType: 'Project type',
  country: 'Country',
  language: 'Main language',
  languages: 'Languages',
  genres: 'Genres',
  rating: 'Age rating',
  logLine: 'Log line',
  releaseDate: 'Release date',
};

export type FilmStatus = { label: string; tone: 'warn' | 'action' | 'good' | 'neutral' };

/** What staff read of a film's way into the feed. */
export function filmStatus(film: StudioFilm): FilmStatus {
  if (film.status === ListingStatus.MISSING_ASSETS) return { label: 'Missing assets', tone: 'warn' };
  if (film.changeRequest && !film.changeRequest.answered) return { label: 'Changes asked for', tone: 'warn' };
  if (film.waitingSince && film.changeRequest) return { label: 'Sent again', tone: 'action' };
  if (film.waitingSince && !film.awaitingApproval) return { label: 'Replacement waits', tone: 'action' };
  if (film.awaitingApproval) return { label: 'Awaiting approval', tone: 'action' };
  if (film.status === ListingStatus.APPROVED) return { label: 'APPROVED', tone: 'good' };
  return { label: 'PENDING REVIEW', tone: 'neutral' };
}

/** MMM dd, yyyy, the same day as the film's page says. */
export const dateText = (at: Timestamp | undefined) => (at ? formatAddedDate(timestampDate(at), 'UTC') : '–');

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago: 12 min, 5 h, 3 d. */
export function ageText(since: Timestamp, now = Date.now()): string {
  const age = Math.max(0, now - timestampDate(since).getTime());
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  return age < DAY_MS ? `${Math.floor(age / HOUR_MS)} h` : `${Math.floor(age / DAY_MS)} d`;
}

/** A day, as the record holds it, in the same words. */
export const dayText = (day: string) => (day ? formatAddedDate(new Date(day), 'UTC') : '–');

/** The address of an image in the smallest size that is at least this wide. */
export function imageSource(image: Image, width: number): string {
  const fitting = image.widths.find((candidate) => candidate >= width) ?? image.widths.at(-1) ?? image.width;
  return `${image.uri}/${fitting}.webp`;
}

/** What an image is cropped around. */
export function croppedAt({ focalPoint }: Image): { objectPosition?: string } {
  return focalPoint ? { objectPosition: `${focalPoint.x}% ${focalPoint.y}%` } : {};
}
