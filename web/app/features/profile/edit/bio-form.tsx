import { ACCOUNT_LIMITS } from '@marquee/rules/account';
import { bioSchema } from '@marquee/rules/profile';
import { _ } from '../../../language/words.ts';
import { TextArea } from '../../../ui/field.tsx';
import { fieldOf, useZodForm } from '../../../ui/form.tsx';
import type { EditFields } from './edit-fields.ts';
import { ProfileForm } from './profile-form.tsx';

/** A few lines about oneself [PRO-12]. */
export function BioForm({ fields: { bio } }: { fields: EditFields }) {
  const form = useZodForm(bioSchema, { bio });
  return (
    <ProfileForm form={form} draft="bio" before={{ bio }} changes={(values) => values}>
      <TextArea
        label={_('About me')}
        hint={_('What you make, and what you are looking for.')}
        optional
        limit={ACCOUNT_LIMITS.bioCharactersMax}
        length={form.watch('bio').length}
        {...fieldOf(form, 'bio')}
      />
    </ProfileForm>
  );
}
