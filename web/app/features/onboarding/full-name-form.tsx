import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { fullNameSchema } from '@marquee/rules/profile';
import { useNavigate } from 'react-router';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useDraft, useZodForm } from '../../ui/form.tsx';
import { goOn, saveStep } from './save-step.ts';

/** The name step; a Movie Lover finishes with it [ONB-03]. */
export function FullNameForm({ firstName, lastName, last }: { firstName: string; lastName: string; last: boolean }) {
  const navigate = useNavigate();
  const form = useZodForm(fullNameSchema, { firstName, lastName });
  const draft = useDraft(form, 'onboarding-name');
  const { errors, submitCount } = form.formState;
  const wrong = errors.firstName
    ? ACCOUNT_MESSAGES.firstNameInvalid
    : errors.lastName
      ? ACCOUNT_MESSAGES.lastNameInvalid
      : undefined;
  return (
    <Form
      form={form}
      fallback={_(ACCOUNT_MESSAGES.onboardingFailed)}
      onSubmit={async (values) => {
        const next = await saveStep({ ...values, ...(last && { isOnboarding: false }) });
        draft.forget();
        goOn(next, navigate);
      }}
    >
      <TextField label={_('First name')} autoComplete="given-name" {...fieldOf(form, 'firstName')} />
      <TextField label={_('Last name')} autoComplete="family-name" {...fieldOf(form, 'lastName')} />
      {wrong && submitCount > 0 ? (
        <Banner tone="danger" urgent>
          <strong className="block font-medium">{_(wrong.title)}</strong>
          {_(wrong.body)}
        </Banner>
      ) : null}
      <SubmitButton>{last ? _('Finish') : _('Continue')}</SubmitButton>
    </Form>
  );
}
