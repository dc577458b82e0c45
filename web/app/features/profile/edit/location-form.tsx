import { locationSchema } from '@marquee/rules/profile';
import { Controller } from 'react-hook-form';
import { countries } from '../../../language/names.ts';
import { _ } from '../../../language/words.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { fieldOf, useZodForm } from '../../../ui/form.tsx';
import type { EditFields } from './edit-fields.ts';
import { ProfileForm } from './profile-form.tsx';

const countryChoices = () => countries().map(({ code, name }) => ({ value: code, label: name }));

/** Country from the list, city and state if wanted [PRO-09]. */
export function LocationForm({ fields: { country, state, city } }: { fields: EditFields }) {
  const known = { country, state, city };
  const form = useZodForm(locationSchema, known);
  return (
    <ProfileForm form={form} draft="location" before={known} changes={(values) => values}>
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
    </ProfileForm>
  );
}
