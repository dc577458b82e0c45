import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import {
  AssetKind,
  type Image,
  ListingStatus,
  ProjectType,
  ReleaseType,
  type StudioFilm,
} from '@marquee/contracts/film/v1/film_pb';

export const releaseTypeLabel: Record<ReleaseType, string> = {
  [ReleaseType.UNSPECIFIED]: '–',
  [ReleaseType.WATCH_NOW]: 'On Demand',
  [ReleaseType.SCREENING]: 'Festival Screening',
  [ReleaseType.TRAILER]: 'Trailer',
  [ReleaseType.SHOWREEL]: 'Showreel',
};

export const projectTypeLabel: Record<ProjectType, string> = {
  [ProjectType.UNSPECIFIED]: '–',
  [ProjectType.SHORT]: 'Short',
  [ProjectType.FEATURE]: 'Feature',
};

export const assetLabel: Record<AssetKind, string> = {
  [AssetKind.UNSPECIFIED]: '–',
  [AssetKind.FILM_VIDEO]: 'Film video',
  [AssetKind.TRAILER_VIDEO]: 'Trailer video',
  [AssetKind.TRAILER_IMAGE]: 'Trailer image',
  [AssetKind.POSTER_IMAGE]: 'Poster image',
};

/** What staff read of a film's way into the feed. */
export function statusLabel(film: StudioFilm): string {
  if (film.status === ListingStatus.MISSING_ASSETS) return 'Missing assets';
  if (film.awaitingApproval) return 'Awaiting approval';
  return film.status === ListingStatus.APPROVED ? 'APPROVED' : 'PENDING REVIEW';
}

const dateFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric' });

/** MMM dd, yyyy. */
export const dateText = (at: Timestamp | undefined) => (at ? dateFormat.format(timestampDate(at)) : '–');

export const lengthText = (seconds: number) => {
  const minutes = Math.round(seconds / 60);
  return seconds < 60
    ? `${seconds} s`
    : minutes < 60
      ? `${minutes} min`
      : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** The address of an image in the smallest size that is at least this wide. */
export function imageSource(image: Image, width: number): string {
  const fitting = image.widths.find((candidate) => candidate >= width) ?? image.widths.at(-1) ?? image.width;
  return `${image.uri}/${fitting}.webp`;
}
