import { CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { addCrewSchema, CREW_LIMITS } from '@marquee/rules/film-crew';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { _, msg } from '../../language/words.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useDraft, useZodForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';
import { type CrewView, crewView } from './crew-view.ts';
import { type FoundPerson, PersonPicker } from './person-picker.tsx';

const CREDITS = [
  msg('Directed by'),
  msg('Written by'),
  msg('Produced by'),
  msg('Cast'),
  msg('Director of Photography'),
  msg('Edited by'),
  msg('Music by'),
  msg('Sound'),
  msg('Production Design'),
  msg('Costume Design'),
  msg('Visual Effects'),
];

const formSchema = addCrewSchema.omit({ personId: true });
const EMPTY = { credit: '', firstName: '', lastName: '', role: '' };

/** Adds people one after the other: the form resets after each and keeps the credit [FLM-05, ENT-05]. */
export function AddCreditForm({ filmId, onAdded }: { filmId: string; onAdded: (entry: CrewView) => void }) {
  const form = useZodForm(formSchema, EMPTY);
  const draft = useDraft(form, `crew:${filmId}`);
  // Not part of the draft: who is asked must be seen, and a draft keeps no more than an id.
  const [person, setPerson] = useState<FoundPerson | null>(null);
  const choose = (chosen: FoundPerson | null) => {
    const { firstName, lastName } = form.getValues();
    const isTyped = `${firstName} ${lastName}` !== `${person?.firstName ?? ''} ${person?.lastName ?? ''}`;
    setPerson(chosen);
    if (!chosen || isTyped) return;
    form.setValue('firstName', chosen.firstName, { shouldValidate: true });
    form.setValue('lastName', chosen.lastName, { shouldValidate: true });
  };
  return (
    <Form
      form={form}
      fallback={_('We failed to add this person. Please try again later.')}
      onSubmit={async (values) => {
        const { entry } = await client(CrewService).addCrew({ filmId, ...values, personId: person?.id ?? '' });
        if (entry) onAdded(crewView(entry));
        const name = `${values.firstName} ${values.lastName}`;
        const isAsked = person !== null && entry?.personId === '';
        toast({
          message: isAsked
            ? _('{name} was added. We asked them to confirm.', { name })
            : _('{name} was added.', { name }),
          tone: 'good',
        });
        draft.forget();
        setPerson(null);
        // The next person often has the same credit.
        form.reset({ ...EMPTY, credit: values.credit }, { keepFieldsRef: true });
        form.setFocus('firstName');
      }}
    >
      <TextField
        label={_('Credit')}
        hint={_('As it stands in the titles, such as Directed by.')}
        list="credits"
        autoComplete="off"
        limit={CREW_LIMITS.creditLengthMax}
        length={form.watch('credit').length}
        {...fieldOf(form, 'credit')}
      />
      <datalist id="credits">
        {CREDITS.map((credit) => (
          <option key={_(credit)} value={_(credit)} />
        ))}
      </datalist>
      <PersonPicker person={person} onChange={choose} />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField label={_('First name')} autoComplete="off" {...fieldOf(form, 'firstName')} />
        <TextField label={_('Last name')} autoComplete="off" {...fieldOf(form, 'lastName')} />
      </div>
      <TextField
        label={_('Role')}
        optional
        hint={_('The character, or the job in short.')}
        autoComplete="off"
        {...fieldOf(form, 'role')}
      />
      <SubmitButton className="sm:justify-self-start">{_('Add to the crew')}</SubmitButton>
    </Form>
  );
}
