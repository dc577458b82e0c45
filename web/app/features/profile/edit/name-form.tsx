import { ACCOUNT_LIMITS } from '@marquee/rules/account';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { profileNamesSchema } from '@marquee/rules/profile';
import { _ } from '../../../language/words.ts';
import { Banner } from '../../../ui/banner.tsx';
import { TextField } from '../../../ui/field.tsx';
import { fieldOf, useZodForm } from '../../../ui/form.tsx';
import type { EditFields } from './edit-fields.ts';
import { ProfileForm } from './profile-form.tsx';

const rule = () => _('Letters and spaces, up to {max}.', { max: ACCOUNT_LIMITS.profileNameCharactersMax });

/** First and last name [PRO-08]. */
export function NameForm({ fields: { firstName, lastName } }: { fields: EditFields }) {
  const known = { firstName, lastName };
  const form = useZodForm(profileNamesSchema(known), known);
  const { errors } = form.formState;
  const refused = (['firstName', 'lastName'] as const).find((name) => errors[name]?.type === 'server');
  const { title, body } = ACCOUNT_MESSAGES[`${refused ?? 'firstName'}Invalid`];
  return (
    <ProfileForm form={form} draft="name" before={known} changes={(values) => values}>
      <TextField label={_('First name')} hint={rule()} autoComplete="given-name" {...fieldOf(form, 'firstName')} />
      <TextField label={_('Last name')} hint={rule()} autoComplete="family-name" {...fieldOf(form, 'lastName')} />
      {refused ? (
        <Banner tone="danger" urgent>
          {`${_(title)}: ${_(body)}`}
        </Banner>
      ) : null}
    </ProfileForm>
  );
}
