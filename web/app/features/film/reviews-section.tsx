import { _ } from '../../language/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { RatingSummary } from '../reviews/rating-summary.tsx';
import { ReviewItem } from '../reviews/review-item.tsx';
import type { ReviewView } from '../reviews/review-view.ts';
import { type FilmView, filmPath } from './film-view.ts';
import type { FilmAccess } from './use-film-access.ts';

export const REVIEWS_SHOWN = 3;

export function ReviewsSection({
  film,
  reviews,
  access,
}: {
  film: FilmView;
  reviews: ReviewView[];
  access: FilmAccess;
}) {
  const href = filmPath(film, 'comments');
  const rated = access.state === 'ready' && access.value.ownRating > 0;
  const { userRating, ratingCount, histogram } = film;
  return (
    <Section title={_('Reviews')} href={href} more={reviews.length > 0 ? _('All reviews') : undefined}>
      <div className="grid gap-8 sm:grid-cols-[14rem_minmax(0,1fr)]">
        <RatingSummary rating={{ mean: userRating, count: ratingCount, histogram }} />
        <div className="grid content-start gap-6">
          {reviews.length > 0 ? (
            <ul className="grid gap-6">
              {reviews.map((review) => (
                <ReviewItem key={review.id} review={review} clamped />
              ))}
            </ul>
          ) : (
            <p className="text-ink-muted">{_('Nobody has written about this film yet.')}</p>
          )}
          <div>
            <a href={`${href}#rate`} className={buttonClass('secondary')}>
              {rated ? _('Change your review') : _('Rate this film')}
            </a>
          </div>
        </div>
      </div>
    </Section>
  );
}
