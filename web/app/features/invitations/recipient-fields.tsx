import { GIFT_LIMITS, giftByEmailForm } from '@marquee/rules/ticket-gifts';
import { _, worded } from '../../language/words.ts';
import { TextField } from '../../ui/field.tsx';
import { fieldOf, useZodForm } from '../../ui/form.tsx';

/** The form for who gets something by mail. */
export const useRecipientForm = () => useZodForm(giftByEmailForm, { firstName: '', lastName: '', email: '' });

/** The name and the address of who gets something by mail. */
export function RecipientFields({ form, hint }: { form: ReturnType<typeof useRecipientForm>; hint: string }) {
  const field = (name: 'firstName' | 'lastName' | 'email') => {
    const given = fieldOf(form, name);
    return { ...given, error: given.error && worded(given.error) };
  };
  return (
    <>
      <TextField
        label={_('First name')}
        maxLength={GIFT_LIMITS.nameLengthMax}
        autoComplete="off"
        {...field('firstName')}
      />
      <TextField
        label={_('Last name')}
        maxLength={GIFT_LIMITS.nameLengthMax}
        autoComplete="off"
        {...field('lastName')}
      />
      <TextField
        label={_('Email')}
        hint={hint}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={GIFT_LIMITS.emailLengthMax}
        {...field('email')}
      />
    </>
  );
}
