import { unionSchema } from '@marquee/rules/profile';
import { _ } from '../../../language/words.ts';
import { TextField } from '../../../ui/field.tsx';
import { fieldOf, useZodForm } from '../../../ui/form.tsx';
import type { EditFields } from './edit-fields.ts';
import { ProfileForm } from './profile-form.tsx';

export function UnionForm({ fields: { union } }: { fields: EditFields }) {
  const form = useZodForm(unionSchema, { union });
  return (
    <ProfileForm form={form} draft="union" before={{ union }} changes={(values) => values}>
      <TextField
        label={_('Union or guild')}
        hint={_('Such as SAG-AFTRA or Equity.')}
        optional
        {...fieldOf(form, 'union')}
      />
    </ProfileForm>
  );
}
