import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type FilmCardSchema,
  type FilmSchema,
  type ImageSchema,
  ProjectType,
  ReleaseType,
} from '@marquee/contracts/film/v1/film_pb';
import { meanRating } from '../statistics/mean-rating.ts';
import type { Card } from './cards.ts';
import type { FilmPage } from './films.ts';

/** A place in a picture, in percent of its width and height. */
export type FocalPoint = { x: number; y: number };

/** A picture as rows keep it. */
export type ImageRow = {
  id: string;
  uri: string;
  width: number;
  height: number;
  widths: number[];
  thumbhash: string;
  focalPoint?: FocalPoint;
};

type Image = MessageInitShape<typeof ImageSchema>;

export function imageMessage(image: unknown): Image | undefined {
  return image ? (image as ImageRow) : undefined;
}

const releaseTypes = ReleaseType as unknown as Record<string, ReleaseType>;
const projectTypes = ProjectType as unknown as Record<string, ProjectType>;

/** What rows and messages hold in different ways; every other field goes over by its name. */
function sharedFields(row: Omit<Card, 'preparing'>) {
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

/** The film as its page shows it. */
export function filmMessage(row: FilmPage): MessageInitShape<typeof FilmSchema> {
  const shared = sharedFields(row);
  return {
    ...row,
    ...shared,
    releaseDate: isoDate(row.releaseDate),
    availableFrom: row.availableFrom ? timestampFromDate(row.availableFrom) : undefined,
    availableUntil: row.availableUntil ? timestampFromDate(row.availableUntil) : undefined,
    posterUri: shared.poster?.uri ?? '',
    trailerThumbnailUri: shared.trailerThumbnail?.uri ?? '',
    festivalId: row.festivalId ?? '',
    distribution: { website: row.website, mobile: row.mobile, tv: row.tv },
    commentCount: row.comments,
    createdAt: timestampFromDate(row.createdAt),
    updatedAt: timestampFromDate(row.updatedAt),
    counters: { viewCount: row.views, likeCount: row.likes },
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
