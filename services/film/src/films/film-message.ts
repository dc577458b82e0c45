import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  DrmEncodingStatus,
  type FilmCardSchema,
  type FilmSchema,
  type ImageSchema,
  LicenseAgreementStatus,
  type LocationSchema,
  ProjectType,
  ReleaseType,
} from '@marquee/contracts/film/v1/film_pb';
import type { FilmPage } from './film-store.ts';

export type ImageRow = {
  id: string;
  uri: string;
  width: number;
  height: number;
  widths: number[];
  thumbhash: string;
};

type Image = MessageInitShape<typeof ImageSchema>;
type Film = MessageInitShape<typeof FilmSchema>;
type FilmCard = MessageInitShape<typeof FilmCardSchema>;
type Location = MessageInitShape<typeof LocationSchema>;

export function imageMessage(image: unknown): Image | undefined {
  return image ? (image as ImageRow) : undefined;
}

/** Mean of the stars, or 0 while nobody has rated. */
export function meanRating(stars: readonly number[]): { mean: number; count: number } {
  let count = 0;
  let total = 0;
  for (let i = 0; i < stars.length; i++) {
    const ratings = stars[i] ?? 0;
    count += ratings;
    total += ratings * (i + 1);
  }
  return { mean: count === 0 ? 0 : total / count, count };
}

const releaseTypes = ReleaseType as unknown as Record<string, ReleaseType>;
const projectTypes = ProjectType as unknown as Record<string, ProjectType>;
const drmStatuses = DrmEncodingStatus as unknown as Record<string, DrmEncodingStatus>;

/** The film as its page shows it; `forStudio` adds where the film itself lies. */
export function filmMessage(row: FilmPage, forStudio = false): Film {
  const { mean, count } = meanRating(row.stars);
  const poster = imageMessage(row.poster);
  const thumbnail = imageMessage(row.trailer_thumbnail);
  return {
    id: row.id,
    filmTitle: row.film_title,
    logLine: row.log_line,
    releaseType: releaseTypes[row.release_type],
    releaseDate: isoDate(row.release_date),
    rating: row.rating,
    runningTime: row.running_time,
    country: row.country,
    genres: row.genres,
    language: row.language,
    languages: row.languages,
    projectType: projectTypes[row.project_type],
    isStudentFilm: row.is_student_film,
    isFirstTimeFilmMaker: row.is_first_time_film_maker,
    hasSubtitles: row.has_subtitles,
    resolution: row.resolution,
    posterUri: poster?.uri ?? '',
    trailerUri: mediaUri(row.trailer_media_id),
    trailerThumbnailUri: thumbnail?.uri ?? '',
    filmUri: forStudio ? mediaUri(row.film_media_id) : '',
    festivalName: row.festival_name,
    festivalId: row.festival_id ?? '',
    published: row.published,
    isApproved: row.is_approved,
    autoApproved: row.auto_approved,
    isFree: row.is_free,
    selfDistribute: row.self_distribute,
    usdCost: row.usd_cost,
    ...(row.screening_start_time && { screeningStartTime: timestampFromDate(row.screening_start_time) }),
    licenseAgreementStatus:
      row.license_agreement_status === 'ACCEPTED'
        ? LicenseAgreementStatus.ACCEPTED
        : LicenseAgreementStatus.UNSPECIFIED,
    drmEncodingStatus: drmStatuses[row.drm_encoding_status] ?? DrmEncodingStatus.UNSPECIFIED,
    allowedLocations: row.allowed_locations as Location[],
    blockedLocations: row.blocked_locations as Location[],
    distribution: { website: row.website, mobile: row.mobile, tv: row.tv },
    isFestivalWinner: row.is_festival_winner,
    userRating: mean,
    ratingCount: count,
    commentCount: row.comments,
    createdBy: row.created_by,
    createdAt: timestampFromDate(row.created_at),
    updatedBy: row.updated_by,
    updatedAt: timestampFromDate(row.updated_at),
    counters: countersOf(row),
    ...(poster && { poster }),
    ...(thumbnail && { trailerThumbnail: thumbnail }),
    creatorName: row.creator_name ?? '',
    hasTrailer: row.trailer_ready,
    hasFilm: row.film_ready,
    version: row.version,
    ratingHistogram: row.stars,
  };
}

function countersOf(row: FilmPage): NonNullable<Film['counters']> {
  return {
    pageViewCount: row.page_views,
    viewCount: row.views,
    likeCount: row.likes,
    unlockCount: row.unlocks,
    blockCount: row.blocks,
    reportCount: row.reports,
  };
}

export type CardRow = Pick<
  FilmPage,
  | 'id'
  | 'film_title'
  | 'log_line'
  | 'release_type'
  | 'release_date'
  | 'project_type'
  | 'running_time'
  | 'genres'
  | 'rating'
  | 'poster'
  | 'trailer_thumbnail'
  | 'is_free'
  | 'usd_cost'
  | 'is_festival_winner'
  | 'screening_start_time'
  | 'country'
  | 'film_ready'
  | 'stars'
>;

export function cardMessage(row: CardRow): FilmCard {
  const { mean, count } = meanRating(row.stars);
  return {
    id: row.id,
    filmTitle: row.film_title,
    logLine: row.log_line,
    releaseType: releaseTypes[row.release_type],
    projectType: projectTypes[row.project_type],
    releaseYear: row.release_date?.getUTCFullYear() ?? 0,
    runningTime: row.running_time,
    genres: row.genres,
    rating: row.rating,
    poster: imageMessage(row.poster),
    trailerThumbnail: imageMessage(row.trailer_thumbnail),
    isFree: row.is_free,
    usdCost: row.usd_cost,
    userRating: mean,
    ratingCount: count,
    isFestivalWinner: row.is_festival_winner,
    ...(row.screening_start_time && { screeningStartTime: timestampFromDate(row.screening_start_time) }),
    country: row.country,
  };
}

export function isoDate(date: Date | null): string {
  return date ? date.toISOString().slice(0, 10) : '';
}

/** How a video is named in the fields film_uri and trailer_uri; only media makes an address of it. */
function mediaUri(mediaId: string | null): string {
  return mediaId ? `media:${mediaId}` : '';
}
