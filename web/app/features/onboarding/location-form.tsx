import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { locationSchema } from '@marquee/rules/profile';
import { useNavigate } from 'react-router';
import { _ } from '../../language/words.ts';
import { Form, SubmitButton, useDraft, useZodForm } from '../../ui/form.tsx';
import { LocationFields } from '../profile/location-fields.tsx';
import { goOn, saveStep } from './save-step.ts';

/** Where a Pro is; their last step [ONB-06]. */
export function LocationForm(known: { country: string; state: string; city: string }) {
  const navigate = useNavigate();
  const form = useZodForm(locationSchema, known);
  const draft = useDraft(form, 'onboarding-location');
  return (
    <Form
      form={form}
      fallback={_(ACCOUNT_MESSAGES.onboardingFailed)}
      onSubmit={async (values) => {
        const next = await saveStep({ ...values, isOnboarding: false });
        draft.forget();
        goOn(next, navigate);
      }}
    >
      <LocationFields form={form} />
      <SubmitButton>{_('Finish')}</SubmitButton>
    </Form>
  );
}
