import { GIFT_LIMITS, type giftByContactForm, giftByEmailForm } from '@marquee/rules/ticket-gifts';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { _ } from '../../language/words.ts';
import { TextField } from '../../ui/field.tsx';
import { fieldOf, useZodForm } from '../../ui/form.tsx';

/** The form for who gets something by mail. */
export const useRecipientForm = () => useZodForm(giftByEmailForm, { firstName: '', lastName: '', email: '' });

type Named = { firstName: string; lastName: string };

function NameFields<Values extends Named, Out>({ form }: { form: UseFormReturn<Values, unknown, Out> }) {
  const field = (name: keyof Named) => fieldOf(form, name as FieldPath<Values>);
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
    </>
  );
}

/** The name and the address of who gets something by mail. */
export function RecipientFields({ form, hint }: { form: ReturnType<typeof useRecipientForm>; hint: string }) {
  return (
    <>
      <NameFields form={form} />
      <TextField
        label={_('Email')}
        hint={hint}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={GIFT_LIMITS.emailLengthMax}
        {...fieldOf(form, 'email')}
      />
    </>
  );
}

type ContactForm = UseFormReturn<z.input<typeof giftByContactForm>, unknown, z.output<typeof giftByContactForm>>;

/** The name of who gets something by mail or text message, and where. */
export function ContactFields({ form, hint }: { form: ContactForm; hint: string }) {
  return (
    <>
      <NameFields form={form} />
      <TextField label={_('Email or phone')} hint={hint} autoComplete="off" {...fieldOf(form, 'contact')} />
    </>
  );
}
