import { ReviewRepliedSchema, ReviewsLikedSchema } from '@marquee/contracts/events/v1/film_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { Reply } from './replies.ts';

/** Somebody else than its writer replied to a review, and everybody can read it. */
export const reviewReplied = (
  { id, version, reviewId, accountId }: Pick<Reply, 'id' | 'version' | 'reviewId' | 'accountId'>,
  review: { filmId: string; accountId: string },
): DomainEvent =>
  domainEvent(
    ReviewRepliedSchema,
    { filmId: review.filmId, reviewId, replyId: id, accountId, writerId: review.accountId },
    { type: 'review_reply', id, version },
  );

const DAY_MS = 86_400_000;

/** What a writer's reviews were liked on the days before `day`, which begins at midnight UTC. */
export const reviewsLiked = (
  { accountId, filmId, likes }: { accountId: string; filmId: string; likes: number },
  day: Date,
): DomainEvent =>
  domainEvent(
    ReviewsLikedSchema,
    { accountId, filmId, likes, day: day.toISOString().slice(0, 10) },
    { type: 'review_likes', id: accountId, version: BigInt(day.getTime() / DAY_MS) },
  );
