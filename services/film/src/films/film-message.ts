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
import { meanRating } from '../statistics/mean-rating.ts';
import type { Card } from './cards.ts';
import type { FilmPage } from './films.ts';

/** A picture as rows keep it. */
export type ImageRow = {
  id: string;
  uri: string;
  width: number;
  height: number;
  widths: number[];
  thumbhash: string;
};

type Image = MessageInitShape<typeof ImageSchema>;
type Location = MessageInitShape<typeof LocationSchema>;

export function imageMessage(image: unknown): Image | undefined {
  return image ? (image as ImageRow) : undefined;
}

const releaseTypes = ReleaseType as unknown as Record<string, ReleaseType>;
const projectTypes = ProjectType as unknown as Record<string, ProjectType>;
const drmStatuses = DrmEncodingStatus as unknown as Record<string, DrmEncodingStatus>;
const licenseStatuses = LicenseAgreementStatus as unknown as Record<string, LicenseAgreementStatus>;

/** What rows and messages hold in different ways; every other field goes over by its name. */
function sharedFields(row: Card) {
  const { mean, count } = meanRating(row.stars);
  return {
    releaseType: releaseTypes[row.releaseType],
    projectType: projectTypes[row.projectType],
    screeningStartTime: row.screeningStartTime ? timestampFromDate(row.screeningStartTime) : undefined,
    poster: imageMessage(row.poster),
    trailerThumbnail: imageMessage(row.trailerThumbnail),
    userRating: mean,
    ratingCount: count,
  };
}

/** The film as its page shows it; `forStudio` adds where the film itself lies. */
export function filmMessage(row: FilmPage, forStudio = false): MessageInitShape<typeof FilmSchema> {
  const shared = sharedFields(row);
  return {
    ...row,
    ...shared,
    releaseDate: isoDate(row.releaseDate),
    posterUri: shared.poster?.uri ?? '',
    trailerUri: mediaUri(row.trailerMediaId),
    trailerThumbnailUri: shared.trailerThumbnail?.uri ?? '',
    filmUri: forStudio ? mediaUri(row.filmMediaId) : '',
    festivalId: row.festivalId ?? '',
    licenseAgreementStatus: licenseStatuses[row.licenseAgreementStatus] ?? LicenseAgreementStatus.UNSPECIFIED,
    drmEncodingStatus: drmStatuses[row.drmEncodingStatus] ?? DrmEncodingStatus.UNSPECIFIED,
    allowedLocations: row.allowedLocations as Location[],
    blockedLocations: row.blockedLocations as Location[],
    distribution: { website: row.website, mobile: row.mobile, tv: row.tv },
    commentCount: row.comments,
    createdAt: timestampFromDate(row.createdAt),
    updatedAt: timestampFromDate(row.updatedAt),
    counters: {
      pageViewCount: row.pageViews,
      viewCount: row.views,
      likeCount: row.likes,
      unlockCount: row.unlocks,
      blockCount: row.blocks,
      reportCount: row.reports,
    },
    creatorName: row.creatorName ?? '',
    hasTrailer: row.trailerReady,
    hasFilm: row.filmReady,
    ratingHistogram: row.stars,
  };
}

export function cardMessage(row: Card): MessageInitShape<typeof FilmCardSchema> {
  return { ...row, ...sharedFields(row), releaseYear: row.releaseDate?.getUTCFullYear() ?? 0 };
}

function isoDate(date: Date | null): string {
  return date ? date.toISOString().slice(0, 10) : '';
}

/** How a video is named in the fields film_uri and trailer_uri; only media makes an address of it. */
function mediaUri(mediaId: string | null): string {
  return mediaId ? `media:${mediaId}` : '';
}
