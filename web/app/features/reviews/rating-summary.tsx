import { _ } from '../../language/words.ts';
import { Histogram } from '../../ui/histogram.tsx';
import { StarRating } from '../../ui/star-rating.tsx';
import type { RatingView } from './review-view.ts';

/** The mean of all ratings and their distribution. */
export function RatingSummary({ rating }: { rating: RatingView }) {
  return (
    <div className="grid max-w-xs content-start gap-4">
      <div className="flex items-end gap-3">
        <span aria-hidden className="font-title text-title leading-none lining-nums">
          {rating.count > 0 ? rating.mean.toFixed(1) : '–'}
        </span>
        <span className="grid gap-0.5 pb-0.5">
          <StarRating value={rating.mean} />
          <span className="text-caption text-ink-muted">
            {rating.count === 0
              ? _('No ratings yet')
              : _('{count, plural, one {# rating} other {# ratings}}', { count: rating.count })}
          </span>
        </span>
      </div>
      <Histogram counts={rating.histogram} />
    </div>
  );
}
