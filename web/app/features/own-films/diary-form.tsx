import { DIARY_DAY_MIN, DIARY_TAGS_MAX, diaryEntrySchema, tagsOf } from '@marquee/rules/diary';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { Trans } from '../../language/trans.tsx';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from '../../ui/form.tsx';
import { StarRatingInput } from '../../ui/star-rating.tsx';
import { today } from './today.ts';

export type DiaryFields = z.output<typeof diaryEntrySchema>;

/** The same fields with tags as they are typed, separated by commas. */
const formSchema = diaryEntrySchema.extend({
  tags: z.string().superRefine((text, context) => {
    const checked = diaryEntrySchema.shape.tags.safeParse(tagsOf(text));
    if (!checked.success) context.addIssue({ code: 'custom', message: checked.error.issues[0]?.message ?? '' });
  }),
});

/** When and how a film was watched. */
export function DiaryForm({
  title,
  initial,
  submit,
  onSave,
}: {
  title: string;
  initial: DiaryFields;
  submit: string;
  onSave: (fields: DiaryFields) => Promise<void>;
}) {
  const form = useZodForm(formSchema, { ...initial, tags: initial.tags.join(', ') });
  const ratingError = form.formState.errors.rating?.message;
  return (
    <Form
      form={form}
      fallback={_('We failed to save your diary. Please try again.')}
      onSubmit={({ tags, ...fields }) => onSave({ ...fields, tags: tagsOf(tags) })}
    >
      <TextField
        label={_('Watched on')}
        type="date"
        min={DIARY_DAY_MIN}
        max={today()}
        {...fieldOf(form, 'watchedOn')}
      />
      <div className="grid gap-1.5">
        <span aria-hidden className="font-medium text-small">
          <Trans
            id="Your rating<0> (optional)</0>"
            components={{ 0: <span className="font-normal text-ink-faint" /> }}
          />
        </span>
        <Controller
          control={form.control}
          name="rating"
          render={({ field }) => (
            <div className="flex flex-wrap items-center gap-2">
              <StarRatingInput
                label={_('Rate {title}', { title })}
                value={field.value}
                onChange={field.onChange}
                inputRef={field.ref}
              />
              {field.value > 0 ? (
                <Button variant="quiet" size="small" onClick={() => field.onChange(0)}>
                  {_('No rating')}
                </Button>
              ) : null}
            </div>
          )}
        />
        {ratingError ? <FieldError>{ratingError}</FieldError> : null}
      </div>
      <Checkbox label={_('I had seen this film before')} {...fieldOf(form, 'rewatch')} />
      <TextField
        label={_('Tags')}
        optional
        hint={_('Separated by commas, at most {diaryTagsMax}, such as: cinema, with friends.', {
          diaryTagsMax: DIARY_TAGS_MAX,
        })}
        {...fieldOf(form, 'tags')}
      />
      <SubmitButton>{submit}</SubmitButton>
    </Form>
  );
}
