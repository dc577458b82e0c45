import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { locationSchema } from '@marquee/rules/profile';
import { Controller } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { countries } from '../../language/names.ts';
import { _ } from '../../language/words.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useDraft, useZodForm } from '../../ui/form.tsx';
import { goOn, saveStep } from './save-step.ts';

const countryChoices = () => countries().map(({ code, name }) => ({ value: code, label: name }));

/** Country from a list, city and state if wanted; the last step of a Pro [ONB-06]. */
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
      <SubmitButton>{_('Finish')}</SubmitButton>
    </Form>
  );
}
