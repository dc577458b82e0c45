import { ORGANIZATION_LIMITS } from '@marquee/rules/organizations';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { countries } from '../../language/names.ts';
import { _ } from '../../language/words.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { TextField } from '../../ui/field.tsx';
import { fieldOf } from '../../ui/form.tsx';

export type Place = { country: string; city: string; state: string };

/** Where an organization is; all of it may be left open. */
export function PlaceFields<Values extends Place, Out>({ form: given }: { form: UseFormReturn<Values, unknown, Out> }) {
  // The fields of a form that has more of them.
  const form = given as unknown as UseFormReturn<Place>;
  const { placeLengthMax: maxLength } = ORGANIZATION_LIMITS;
  return (
    <>
      <Controller
        control={form.control}
        name="country"
        render={({ field, fieldState }) => (
          <Combobox
            label={_('Country')}
            optional
            options={countries().map(({ code, name }) => ({ value: code, label: name }))}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
      <TextField label={_('City')} optional maxLength={maxLength} {...fieldOf(form, 'city')} />
      <TextField label={_('State or region')} optional maxLength={maxLength} {...fieldOf(form, 'state')} />
    </>
  );
}
