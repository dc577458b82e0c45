import { AuthService } from '@marquee/contracts/identity/v1/auth_pb';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { signInMessage } from '@marquee/rules/challenge';
import { COUNTRY_DEFAULT } from '@marquee/rules/countries';
import { isEmail } from '@marquee/rules/email';
import { isPhone } from '@marquee/rules/phone';
import { createAccountSchema } from '@marquee/rules/sign-in';
import { Controller } from 'react-hook-form';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { countries } from '../../language/names.ts';
import { _ } from '../../language/words.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useDraft, useZodForm } from '../../ui/form.tsx';
import { reportError } from '../errors/report-error.ts';
import { intentOf, onward } from './intent.ts';
import { keepChallenge, type StartingForm, waitingPath } from './kept-challenge.ts';

const countryChoices = () => countries().map(({ code, name }) => ({ value: code, label: name }));

/** Email or phone, name, country; verified through what was given, email first [AUT-04]. */
export function CreateAccountForm() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  // What sign-in did not know.
  const { email, phoneNumber }: Record<string, unknown> = useLocation().state ?? {};
  const form = useZodForm(createAccountSchema, {
    email: typeof email === 'string' && isEmail(email) ? email : '',
    phoneNumber: typeof phoneNumber === 'string' && isPhone(phoneNumber) ? phoneNumber : '',
    firstName: '',
    lastName: '',
    country: COUNTRY_DEFAULT,
  });
  useDraft(form, 'create-account' satisfies StartingForm);

  const onSubmit = async (values: z.output<typeof createAccountSchema>) => {
    try {
      const { challenge } = await client(AuthService).startCreateAccount({ ...values, intent: intentOf(params) });
      if (!challenge) throw new Error('the answer to an account creation has no challenge');
      keepChallenge(challenge, values.email || values.phoneNumber, true);
      await navigate(
        onward(waitingPath(challenge, intentOf(params)), params, {
          session: challenge.session,
          userId: challenge.userId,
          createAccount: '1',
        }),
      );
    } catch (thrown) {
      const { message, fields } = refusalOf(thrown);
      if (fields.length > 0) throw thrown;
      if (!message) reportError('create-account', thrown);
      form.setError('root', { type: 'server', message: signInMessage(message) });
    }
  };

  return (
    <Form form={form} onSubmit={onSubmit} fallback={_(ACCOUNT_MESSAGES.signInFailed)}>
      <fieldset className="grid gap-6">
        <legend className="mb-4 text-ink-muted text-small">{_('Email, phone, or both.')}</legend>
        <TextField
          label={_('Email')}
          type="email"
          autoComplete="email"
          {...fieldOf(form, 'email')}
          aria-required={false}
        />
        <TextField
          label={_('Phone')}
          type="tel"
          autoComplete="tel"
          {...fieldOf(form, 'phoneNumber')}
          aria-required={false}
        />
      </fieldset>
      <div className="grid gap-1.5">
        <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
          <TextField label={_('First name')} autoComplete="given-name" {...fieldOf(form, 'firstName')} />
          <TextField label={_('Last name')} autoComplete="family-name" {...fieldOf(form, 'lastName')} />
        </div>
        <p className="text-ink-muted text-small">{_('Your legal name.')}</p>
      </div>
      <Controller
        control={form.control}
        name="country"
        render={({ field, fieldState }) => (
          <Combobox
            label={_('Country')}
            options={countryChoices()}
            value={field.value ?? ''}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
      <SubmitButton>{_('Create account')}</SubmitButton>
    </Form>
  );
}
