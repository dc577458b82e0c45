import { formatFixed } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Histogram } from '../../ui/histogram.tsx';
import { StarRating } from '../../ui/star-rating.tsx';
import type { RatingView } from './review-view.ts';

/** The mean of all ratings and their distribution, or that there are none. */
export function RatingSummary({ rating }: { rating: RatingView }) {
  if (rating.count === 0) return <p className="text-ink-muted">{_('No ratings yet')}</p>;
  return (
    <div className="grid max-w-xs content-start gap-4">
      <div className="flex items-end gap-3">
        <span aria-hidden className="font-title text-title leading-none lining-nums">
          {formatFixed(rating.mean, 1)}
        </span>
        <span className="grid gap-0.5 pb-0.5">
          <StarRating value={rating.mean} />
          <span className="text-caption text-ink-muted">
            {_('{count, plural, one {# rating} other {# ratings}}', { count: rating.count })}
          </span>
        </span>
      </div>
      <Histogram counts={rating.histogram} />
    </div>
  );
}
