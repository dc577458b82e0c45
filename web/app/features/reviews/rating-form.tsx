import { REVIEW_LENGTH_MAX, rateFilmSchema } from '@marquee/rules/reviews';
import { Controller, useWatch } from 'react-hook-form';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { FieldError, TextArea } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useDraft, useZodForm } from '../../ui/form.tsx';
import { StarRatingInput } from '../../ui/star-rating.tsx';
import type { ReviewInput } from './use-own-review.ts';

/** 1 to 5 whole stars and an optional review [FLM-06]. What is typed stays in the tab until it is saved. */
export function RatingForm({
  filmId,
  title,
  initial,
  onSave,
  onCancel,
}: {
  filmId: string;
  title: string;
  initial: ReviewInput;
  onSave: (review: ReviewInput) => Promise<void>;
  onCancel?: () => void;
}) {
  const form = useZodForm(rateFilmSchema, initial);
  const draft = useDraft(form, `review:${filmId}`);
  const message = useWatch({ control: form.control, name: 'message' }) ?? '';
  const ratingError = form.formState.errors.rating?.message;
  return (
    <Form
      form={form}
      fallback={_('We failed to save your review. Please try again.')}
      onSubmit={async (review) => {
        await onSave(review);
        draft.forget();
      }}
    >
      <div className="grid gap-1.5">
        <span aria-hidden className="font-medium text-small">
          {_('Your rating')}
        </span>
        <Controller
          control={form.control}
          name="rating"
          render={({ field }) => (
            <StarRatingInput
              label={_('Rate {title}', { title })}
              size="large"
              value={field.value}
              onChange={field.onChange}
              inputRef={field.ref}
            />
          )}
        />
        {ratingError ? <FieldError>{ratingError}</FieldError> : null}
      </div>
      <TextArea
        label={_('Your review')}
        optional
        hint={_('What stayed with you? Please do not reveal the ending.')}
        limit={REVIEW_LENGTH_MAX}
        length={message.length}
        {...fieldOf(form, 'message')}
      />
      <Checkbox label={_('It reveals what happens in the film')} {...form.register('spoiler')} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{_('Save review')}</SubmitButton>
        {onCancel ? (
          <Button variant="quiet" onClick={onCancel}>
            {_('Cancel')}
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
