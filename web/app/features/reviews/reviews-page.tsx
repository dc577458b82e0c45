import { MessageSquareText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { film as calls } from '../../api/browser/film.ts';
import { Button } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState, EndOfList, ErrorState } from '../../ui/states.tsx';
import { filmCrumbs } from '../film/film-crumbs.ts';
import type { FilmHead } from '../film/film-view.ts';
import { OwnReview } from './own-review.tsx';
import { RatingSummary } from './rating-summary.tsx';
import { ReviewItem } from './review-item.tsx';
import { type RatingView, type ReviewView, reviewView, withRating } from './review-view.ts';
import { useOwnReview } from './use-own-review.ts';

export const REVIEWS_PAGE_SIZE = 20;
export type ReviewList = { reviews: ReviewView[]; nextCursor: string };

/** All reviews of a film, and the viewer's own [FLM-06]. */
export function ReviewsPage({ film, rating: loaded, list }: { film: FilmHead; rating: RatingView; list: ReviewList }) {
  const [rating, setRating] = useState(loaded);
  useEffect(() => setRating(loaded), [loaded]);
  const mine = useOwnReview(film.id, (before, after) =>
    setRating((now) => withRating(now, before?.rating ?? 0, after?.rating ?? 0)),
  );
  const userId = mine.current.state === 'account' ? mine.current.user.id : undefined;
  return (
    <div className="page grid gap-8 pt-8">
      <PageTitle title="Reviews" lead={film.title} crumbs={filmCrumbs(film)} />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <RatingSummary rating={rating} />
        <div className="grid content-start gap-10">
          <section id="rate" aria-label="Your review" className="max-w-xl scroll-mt-24">
            <OwnReview filmId={film.id} title={film.title} mine={mine} />
          </section>
          <Reviews filmId={film.id} list={list} without={userId} />
        </div>
      </div>
    </div>
  );
}

/** Everybody else's, newest first. */
function Reviews({ filmId, list, without }: { filmId: string; list: ReviewList; without: string | undefined }) {
  const [more, setMore] = useState<ReviewList>({ reviews: [], nextCursor: list.nextCursor });
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => setMore({ reviews: [], nextCursor: list.nextCursor }), [list]);

  const loadMore = async () => {
    setPending(true);
    setProblem(undefined);
    try {
      const request = { filmId, pageSize: REVIEWS_PAGE_SIZE, cursor: more.nextCursor };
      const { reviews, nextCursor } = await calls.listReviews(request);
      setMore({ reviews: [...more.reviews, ...reviews.map(reviewView)], nextCursor });
    } catch (error) {
      setProblem(messageOf(error, 'Check your network and try again.'));
    } finally {
      setPending(false);
    }
  };
  const others = [...list.reviews, ...more.reviews].filter(({ userId }) => userId !== without);
  if (others.length === 0 && !more.nextCursor) {
    return (
      <EmptyState icon={<MessageSquareText aria-hidden />} title={without ? 'No other reviews yet' : 'No reviews yet'}>
        Seen it? Be the first to say what you think.
      </EmptyState>
    );
  }
  return (
    <div>
      <ul aria-label="Reviews" className="grid gap-8">
        {others.map((review) => (
          <ReviewItem key={review.id} review={review} />
        ))}
      </ul>
      {problem ? (
        <ErrorState title="We failed to load more reviews." onRetry={() => void loadMore()}>
          {problem}
        </ErrorState>
      ) : more.nextCursor ? (
        <div className="grid justify-items-center py-10">
          <Button pending={pending} onClick={() => void loadMore()}>
            Show more reviews
          </Button>
        </div>
      ) : (
        <EndOfList>That is every review so far.</EndOfList>
      )}
    </div>
  );
}
