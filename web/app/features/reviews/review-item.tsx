import { ReviewWordsKind } from '@marquee/contracts/film/v1/review_queue_pb';
import type { ReactNode } from 'react';
import { _ } from '../../language/words.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { StarRating } from '../../ui/star-rating.tsx';
import { FoldedWords } from './folded-words.tsx';
import type { ReviewView } from './review-view.ts';

/** Who, how many stars, when, and what they wrote. */
export function ReviewItem({
  review,
  clamped,
  actions,
}: {
  review: ReviewView;
  clamped?: boolean;
  actions?: ReactNode;
}) {
  const words = (message: string) => (
    <p className={classNames('col-start-2 max-w-prose whitespace-pre-line', clamped && 'line-clamp-4')}>{message}</p>
  );
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
      <Avatar name={review.name} picture={review.picture} />
      <div className="grid content-center gap-0.5">
        <span className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <span className="truncate font-medium">{review.name}</span>
          <span className="text-caption text-ink-faint">
            {review.date}
            {review.edited ? ` · ${_('edited')}` : ''}
          </span>
          {review.waits ? <Badge tone="warn">{_('waits for our staff')}</Badge> : null}
        </span>
        <StarRating value={review.rating} />
      </div>
      {review.message ? words(review.message) : null}
      {review.spoiler && !review.message ? (
        <div className="col-start-2">
          <FoldedWords kind={ReviewWordsKind.REVIEW} wordsId={review.id}>
            {words}
          </FoldedWords>
        </div>
      ) : null}
      {actions ? <div className="col-start-2 flex flex-wrap items-center gap-2">{actions}</div> : null}
    </li>
  );
}
