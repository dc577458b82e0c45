import { ReviewWordsKind } from '@marquee/contracts/film/v1/review_queue_pb';
import { ReviewService, ReviewSort } from '@marquee/contracts/film/v1/reviews_pb';
import { MessageSquareText } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { ListEnd } from '../../data/list-end.tsx';
import { NotReady } from '../../data/not-ready.tsx';
import { useMore } from '../../data/use-more.ts';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useBlockedHere } from '../connections/blocked-here.ts';
import { filmCrumbs } from '../film/film-crumbs.ts';
import type { FilmHead } from '../film/film-view.ts';
import { OwnReview } from './own-review.tsx';
import { RatingSummary } from './rating-summary.tsx';
import { Replies } from './replies.tsx';
import { ReviewItem } from './review-item.tsx';
import { ReviewLike } from './review-like.tsx';
import { type RatingView, type ReviewView, reviewView, withRating } from './review-view.ts';
import { type GivenReview, useOwnReview } from './use-own-review.ts';
import { WordsMenu } from './words-menu.tsx';

export const REVIEWS_PAGE_SIZE = 20;
export type ReviewList = { reviews: ReviewView[]; nextCursor: string };

/** One that waits for staff counts once they have released it. */
const countedStars = (review: GivenReview) => (review && !review.waits ? review.rating : 0);

/** All reviews of a film, and the viewer's own [FLM-06]. */
export function ReviewsPage({ film, rating: loaded, list }: { film: FilmHead; rating: RatingView; list: ReviewList }) {
  const [rating, setRating] = useState(loaded);
  useEffect(() => setRating(loaded), [loaded]);
  const mine = useOwnReview(film.id, (before, after) =>
    setRating((now) => withRating(now, countedStars(before), countedStars(after))),
  );
  const userId = mine.current.state === 'account' ? mine.current.user.id : undefined;
  return (
    <div className="page grid gap-8 pt-8">
      <PageTitle title={_('Reviews')} lead={film.title} crumbs={filmCrumbs(film)} />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <RatingSummary rating={rating} />
        <div className="grid content-start gap-10">
          <section id="rate" aria-label={_('Your review')} className="max-w-xl scroll-mt-24">
            <OwnReview filmId={film.id} title={film.title} mine={mine} />
          </section>
          <Reviews filmId={film.id} list={list} without={userId} />
        </div>
      </div>
    </div>
  );
}

type ListProps = { filmId: string; list: ReviewList; without: string | undefined };

/** Everybody else's, the newest or the most liked first. */
function Reviews({ filmId, list, without }: ListProps) {
  const [mostLiked, setMostLiked] = useState(false);
  const sort = ReviewSort.MOST_LIKED;
  const request = { filmId, pageSize: REVIEWS_PAGE_SIZE, sort };
  const { own: liked, retry } = useOwn(ReviewService.method.listReviews, request, mostLiked);
  const first = useMemo(
    () =>
      liked.state === 'ready'
        ? { reviews: liked.value.reviews.map(reviewView), nextCursor: liked.value.nextCursor }
        : undefined,
    [liked],
  );
  const choose = (next: boolean) => (
    <Button
      size="small"
      variant={mostLiked === next ? 'secondary' : 'quiet'}
      aria-pressed={mostLiked === next}
      onClick={() => setMostLiked(next)}
    >
      {next ? _('Most liked') : _('Newest')}
    </Button>
  );
  return (
    <div className="grid gap-6">
      {list.reviews.length > 1 ? (
        <fieldset className="flex gap-2">
          <legend className="sr-only">{_('Order of the reviews')}</legend>
          {choose(false)}
          {choose(true)}
        </fieldset>
      ) : null}
      {!mostLiked ? (
        <ReviewsInOrder key="newest" {...{ filmId, list, without }} />
      ) : first ? (
        <ReviewsInOrder key="liked" {...{ filmId, without, sort }} list={first} />
      ) : (
        <NotReady
          {...{ own: liked, retry }}
          className="h-40 w-full"
          loading={_('Loading reviews')}
          failed={_('We failed to load the reviews.')}
        />
      )}
    </div>
  );
}

function ReviewsInOrder({ filmId, list, without, sort }: ListProps & { sort?: ReviewSort }) {
  const shown = useMore(
    { items: list.reviews, nextCursor: list.nextCursor },
    {
      method: ReviewService.method.listReviews,
      request: (cursor) => ({ filmId, pageSize: REVIEWS_PAGE_SIZE, cursor, ...(sort && { sort }) }),
      page: ({ reviews, nextCursor }) => ({ items: reviews.map(reviewView), nextCursor }),
    },
  );
  const blocked = useBlockedHere();
  const others = shown.items.filter(({ userId }) => userId !== without && !blocked.has(userId));
  if (others.length === 0 && !shown.hasMore) {
    return (
      <EmptyState
        icon={<MessageSquareText aria-hidden />}
        title={without ? _('No other reviews yet') : _('No reviews yet')}
      >
        {_('Seen it? Be the first to say what you think.')}
      </EmptyState>
    );
  }
  return (
    <div>
      <ul aria-label={_('Reviews')} className="grid gap-8">
        {others.map((review) => (
          <ReviewItem
            key={review.id}
            review={review}
            actions={
              <>
                <ReviewLike filmId={filmId} review={review} />
                <WordsMenu kind={ReviewWordsKind.REVIEW} words={review} />
                <Replies review={review} />
              </>
            }
          />
        ))}
      </ul>
      <ListEnd list={shown} more={_('Show more reviews')} failed={_('We failed to load more reviews.')}>
        {_('That is every review so far.')}
      </ListEnd>
    </div>
  );
}
