import type { Review } from '@marquee/contracts/film/v1/film_pb';
import { isoOf } from '../../api/iso-of.ts';
import { formatAddedDate } from '../../language/format.ts';
import { _ } from '../../language/words.ts';

/** A review as plain data. */
export type ReviewView = {
  id: string;
  userId: string;
  name: string;
  picture: string;
  rating: number;
  message: string;
  date: string;
  edited: boolean;
  /** A watched word is in it: nobody else sees it until staff have decided. */
  waits: boolean;
  /** Folded until a reader asks for the words, which are not here. */
  spoiler: boolean;
  likes: number;
  replies: number;
};

export type RatingView = { mean: number; count: number; histogram: number[] };

export function reviewView(review: Review): ReviewView {
  const created = isoOf(review.createdAt);
  const updated = isoOf(review.updatedAt);
  return {
    id: review.id,
    userId: review.user?.id ?? '',
    name: `${review.user?.firstName ?? ''} ${review.user?.lastName ?? ''}`.trim() || _('A former member'),
    picture: review.user?.profilePicture ?? '',
    rating: review.rating,
    message: review.message,
    date: created ? formatAddedDate(new Date(created), 'UTC') : '',
    edited: updated !== undefined && updated !== created,
    waits: review.waitsForStaff,
    spoiler: review.spoiler,
    likes: review.likeCount,
    replies: review.replyCount,
  };
}

/** Counts of 1 to 5 stars; zeros while there is no rating. */
export function fiveCounts(counts: readonly number[]): number[] {
  return Array.from({ length: 5 }, (_, index) => counts[index] ?? 0);
}

/** The rating after one viewer changed theirs; 0 stands for no rating. */
export function withRating({ histogram }: RatingView, before: number, after: number): RatingView {
  const counts = histogram.map((count, index) => {
    const stars = index + 1;
    return Math.max(0, count - (stars === before ? 1 : 0) + (stars === after ? 1 : 0));
  });
  const count = counts.reduce((sum, one) => sum + one, 0);
  const stars = counts.reduce((sum, one, index) => sum + one * (index + 1), 0);
  return { histogram: counts, count, mean: count === 0 ? 0 : stars / count };
}
