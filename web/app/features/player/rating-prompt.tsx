import { ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import { REVIEW_LENGTH_MAX, rateFilmSchema } from '@marquee/rules/reviews';
import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError, TextArea } from '../../ui/field.tsx';
import { StarRatingInput } from '../../ui/star-rating.tsx';
import { toast } from '../../ui/toast.ts';
import { PlayerPanel } from './player-panel.tsx';

/** Asks once, at the end, what the viewer thought [WAT-08]. */
export function RatingPrompt({
  filmId,
  title,
  container,
  onDone,
}: {
  filmId: string;
  title: string;
  container: HTMLElement | null;
  onDone: (rated: boolean) => void;
}) {
  const [rating, setRating] = useState(0);
  const [message, setMessage] = useState('');
  const [error, setError] = useState('');
  const [pending, during] = usePending();

  const save = async () => {
    const review = rateFilmSchema.safeParse({ rating, message });
    if (!review.success) {
      setError(review.error.issues[0]?.message ?? '');
      return;
    }
    return during(async () => {
      setError('');
      try {
        await client(ReviewService).rateFilm({ filmId, ...review.data });
        toast({ message: _('Thank you. Your rating was saved.'), tone: 'good' });
        onDone(true);
      } catch (cause) {
        setError(messageOf(cause, _('We failed to save your rating. Please try again.')));
      }
    });
  };
  return (
    <PlayerPanel
      title={_('What did you think?')}
      description={title}
      open
      container={container}
      onClose={() => onDone(false)}
    >
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <StarRatingInput label={_('Rate {title}', { title })} value={rating} onChange={setRating} size="large" />
        <TextArea
          label={_('Review')}
          optional
          rows={3}
          value={message}
          limit={REVIEW_LENGTH_MAX}
          length={message.length}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        {error ? <FieldError>{error}</FieldError> : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={() => onDone(false)}>{_('Not now')}</Button>
          <Button type="submit" variant="primary" pending={pending} disabled={rating === 0}>
            {_('Save rating')}
          </Button>
        </div>
      </form>
    </PlayerPanel>
  );
}
