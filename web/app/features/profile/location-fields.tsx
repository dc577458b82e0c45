import type { locationSchema } from '@marquee/rules/profile';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { countries } from '../../language/names.ts';
import { _ } from '../../language/words.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { TextField } from '../../ui/field.tsx';
import { fieldOf } from '../../ui/form.tsx';

type Location = z.input<typeof locationSchema>;

const countryChoices = () => countries().map(({ code, name }) => ({ value: code, label: name }));

/** Country from the list, city and state if wanted [ONB-06] [PRO-09]. */
export function LocationFields({ form }: { form: UseFormReturn<Location, unknown, z.output<typeof locationSchema>> }) {
  return (
    <>
      <Controller
        control={form.control}
        name="country"
        render={({ field, fieldState }) => (
          <Combobox
            label={_('Country')}
            options={countryChoices()}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
      <TextField label={_('City')} autoComplete="address-level2" optional {...fieldOf(form, 'city')} />
      <TextField label={_('State or region')} autoComplete="address-level1" optional {...fieldOf(form, 'state')} />
    </>
  );
}
