import { CrewService } from '@marquee/contracts/film/v1/studio_pb';
import { addCrewSchema, CREW_LIMITS } from '@marquee/rules/film-crew';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { buttonClass } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useDraft, useZodForm } from '../../ui/form.tsx';
import { type Crumb, PageTitle } from '../../ui/page-title.tsx';
import { toast } from '../../ui/toast.tsx';
import { filmCrumbs } from '../film/film-crumbs.ts';
import { type FilmHead, filmPath } from '../film/film-view.ts';
import { CrewLine } from './crew-line.tsx';
import { type CrewView, crewView } from './crew-view.ts';

const CREDITS = [
  'Directed by',
  'Written by',
  'Produced by',
  'Cast',
  'Director of Photography',
  'Edited by',
  'Music by',
  'Sound',
  'Production Design',
  'Costume Design',
  'Visual Effects',
];

/** Adds people one after the other: the form resets after each and keeps the credit. */
export function AddCrewPage({ film }: { film: FilmHead }) {
  const [added, setAdded] = useState<CrewView[]>([]);
  const crumbs: Crumb[] = [...filmCrumbs(film), { href: filmPath(film, 'crew'), label: 'Cast and crew' }];
  return (
    <div className="page grid gap-8 pt-8">
      <PageTitle title="Add crew" lead={film.title} crumbs={crumbs} />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
        <AddCrewForm filmId={film.id} onAdded={(entry) => setAdded((now) => [entry, ...now])} />
        <section aria-labelledby="added" className="grid content-start gap-4">
          <h2 id="added" className="font-title text-heading">
            Just added
          </h2>
          {added.length === 0 ? (
            <p className="text-ink-muted">People you add appear here. Then invite them to confirm their credits.</p>
          ) : (
            <ul aria-live="polite">
              {added.map((entry) => (
                <CrewLine key={entry.id} entry={entry} />
              ))}
            </ul>
          )}
          <div>
            <a href={filmPath(film, 'crew')} className={buttonClass('secondary')}>
              Done
            </a>
          </div>
        </section>
      </div>
    </div>
  );
}

const EMPTY = { credit: '', firstName: '', lastName: '', role: '', personId: '' };

function AddCrewForm({ filmId, onAdded }: { filmId: string; onAdded: (entry: CrewView) => void }) {
  const form = useZodForm(addCrewSchema, EMPTY);
  const draft = useDraft(form, `crew:${filmId}`);
  return (
    <Form
      form={form}
      fallback="We failed to add this person. Please try again later."
      onSubmit={async (values) => {
        const { entry } = await client(CrewService).addCrew({ filmId, ...values });
        if (entry) onAdded(crewView(entry));
        toast({ message: `${values.firstName} ${values.lastName} was added.`, tone: 'good' });
        draft.forget();
        // The next person often has the same credit.
        form.reset({ ...EMPTY, credit: values.credit }, { keepFieldsRef: true });
        form.setFocus('firstName');
      }}
    >
      <TextField
        label="Credit"
        hint="As it stands in the titles, such as Directed by."
        list="credits"
        autoComplete="off"
        maxLength={CREW_LIMITS.creditLengthMax}
        {...fieldOf(form, 'credit')}
      />
      <datalist id="credits">
        {CREDITS.map((credit) => (
          <option key={credit} value={credit} />
        ))}
      </datalist>
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField label="First name" autoComplete="off" {...fieldOf(form, 'firstName')} />
        <TextField label="Last name" autoComplete="off" {...fieldOf(form, 'lastName')} />
      </div>
      <TextField
        label="Role"
        optional
        hint="The character, or the job in short."
        autoComplete="off"
        {...fieldOf(form, 'role')}
      />
      <SubmitButton>Add to the crew</SubmitButton>
    </Form>
  );
}
