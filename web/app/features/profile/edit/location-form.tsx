import { locationSchema } from '@marquee/rules/profile';
import { useZodForm } from '../../../ui/form.tsx';
import { LocationFields } from '../location-fields.tsx';
import type { EditFields } from './edit-fields.ts';
import { ProfileForm } from './profile-form.tsx';

/** Where somebody is [PRO-09]. */
export function LocationForm({ fields: { country, state, city } }: { fields: EditFields }) {
  const known = { country, state, city };
  const form = useZodForm(locationSchema, known);
  return (
    <ProfileForm form={form} draft="location" before={known} changes={(values) => values}>
      <LocationFields form={form} />
    </ProfileForm>
  );
}
