import { FILM_LIST_DESCRIPTION_MAX, FILM_LIST_TITLE_MAX, filmListSchema } from '@marquee/rules/film-lists';
import type { z } from 'zod';
import { _ } from '../../language/words.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from '../../ui/form.tsx';

export type ListFields = z.output<typeof filmListSchema>;

/** What a list says of itself, and who sees it. */
export function ListForm({
  initial,
  submit,
  onSave,
}: {
  initial: ListFields;
  submit: string;
  onSave: (fields: ListFields) => Promise<void>;
}) {
  const form = useZodForm(filmListSchema, initial);
  const { title, description } = form.watch();
  return (
    <Form form={form} fallback={_('We failed to save your list. Please try again.')} onSubmit={onSave}>
      <TextField
        label={_('Title')}
        limit={FILM_LIST_TITLE_MAX}
        length={title.length}
        autoComplete="off"
        {...fieldOf(form, 'title')}
      />
      <TextArea
        label={_('Description')}
        optional
        limit={FILM_LIST_DESCRIPTION_MAX}
        length={description.length}
        {...fieldOf(form, 'description')}
      />
      <Checkbox label={_('Number the films')} {...fieldOf(form, 'ranked')} />
      <Checkbox
        label={_('Everybody can see this list')}
        hint={_('Your profile shows it then. A private profile shows nothing.')}
        {...fieldOf(form, 'isPublic')}
      />
      <SubmitButton>{submit}</SubmitButton>
    </Form>
  );
}
