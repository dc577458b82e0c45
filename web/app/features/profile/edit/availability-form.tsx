import { AvailabilityKind } from '@marquee/contracts/identity/v1/account_pb';
import {
  AVAILABILITY_KINDS,
  AVAILABILITY_LABELS,
  AVAILABILITY_LIMITS,
  AVAILABILITY_MESSAGES,
  type AvailabilityPeriod,
  availabilitySchema,
  isoDay,
} from '@marquee/rules/availability';
import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { _ } from '../../../language/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/field.tsx';
import { fieldOf, useZodForm } from '../../../ui/form.tsx';
import type { EditFields } from './edit-fields.ts';
import { ProfileForm } from './profile-form.tsx';

const schema = z.object({ availability: availabilitySchema });
const changesOf = ({ availability }: { availability: AvailabilityPeriod[] }) => ({
  availability: { periods: availability.map((period) => ({ ...period, kind: AvailabilityKind[period.kind] })) },
});

/** When the viewer can be hired: periods in the order in which they were added; they are sorted by their days when saved. */
export function AvailabilityForm({ fields: { availability } }: { fields: EditFields }) {
  const form = useZodForm(schema, { availability });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'availability' });
  const given = useWatch({ control: form.control, name: 'availability' });
  const addButton = useRef<HTMLButtonElement>(null);
  const options = AVAILABILITY_KINDS.map((value) => ({ value, label: _(AVAILABILITY_LABELS[value]) }));
  const today = isoDay(new Date());
  const latest = isoDay(new Date(), AVAILABILITY_LIMITS.daysAheadMax);
  return (
    <ProfileForm form={form} draft="availability" before={changesOf({ availability })} changes={changesOf}>
      {fields.length === 0 ? <p className="text-ink-muted">{_('You have given no periods yet.')}</p> : null}
      {fields.map((field, at) => (
        <fieldset key={field.id} className="grid gap-4 border-line border-t pt-5">
          <legend className="sr-only">{_('Period {number}', { number: at + 1 })}</legend>
          <Select label={_('You are')} options={options} {...fieldOf(form, `availability.${at}.kind`)} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              type="date"
              label={_('First day')}
              min={today}
              max={latest}
              {...fieldOf(form, `availability.${at}.firstDay`)}
            />
            <TextField
              type="date"
              label={_('Last day')}
              min={given?.[at]?.firstDay || today}
              max={latest}
              {...fieldOf(form, `availability.${at}.lastDay`)}
            />
          </div>
          <TextField
            label={_('Note')}
            hint={_('Only you read it.')}
            optional
            limit={AVAILABILITY_LIMITS.noteCharactersMax}
            length={given?.[at]?.note?.length ?? 0}
            {...fieldOf(form, `availability.${at}.note`)}
          />
          <Button
            variant="quiet"
            className="-ms-4 justify-self-start sm:-ms-5"
            icon={<Trash2 aria-hidden className="size-4" />}
            aria-label={_('Remove period {number}', { number: at + 1 })}
            onClick={() => {
              remove(at);
              // The button that was pressed is gone.
              addButton.current?.focus();
            }}
          >
            {_('Remove')}
          </Button>
        </fieldset>
      ))}
      {fields.length < AVAILABILITY_LIMITS.periodsMax ? (
        <Button
          ref={addButton}
          className="justify-self-start"
          icon={<Plus aria-hidden className="size-5" />}
          onClick={() => append({ kind: 'AVAILABLE', firstDay: '', lastDay: '', note: '' })}
        >
          {_('Add a period')}
        </Button>
      ) : (
        <p className="text-ink-muted">{_(AVAILABILITY_MESSAGES.tooMany)}</p>
      )}
    </ProfileForm>
  );
}
