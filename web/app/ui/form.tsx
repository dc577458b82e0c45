import { zodResolver } from '@hookform/resolvers/zod';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  FormProvider,
  get,
  type Path,
  type UseFormReturn,
  useForm,
  useFormContext,
} from 'react-hook-form';
import type { z } from 'zod';
import { refusalOf } from '../api/api-error.ts';
import { _ } from '../language/words.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { forgetDraft, keepDraft, readDraft } from './draft.ts';

type ObjectSchema = z.ZodType<FieldValues, FieldValues>;

/** A form over a schema of `@marquee/rules`: errors on leaving a field and on submit, then as the person corrects. */
export function useZodForm<S extends ObjectSchema>(
  schema: S,
  defaultValues: DefaultValues<z.input<S>>,
): UseFormReturn<z.input<S>, unknown, z.output<S>> {
  return useForm<z.input<S>, unknown, z.output<S>>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: 'onTouched',
    shouldFocusError: true,
  });
}

/**
 * What to spread into a TextField, TextArea, Select, Checkbox or Switch: its registration, its error, and its value, which
 * the HTML of the page holds before any script.
 */
export function fieldOf<Values extends FieldValues, Out>(
  form: UseFormReturn<Values, unknown, Out>,
  name: FieldPath<Values>,
) {
  const { error } = form.getFieldState(name, form.formState);
  const value: unknown = form.getValues(name);
  const begun = typeof value === 'boolean' ? { defaultChecked: value } : { defaultValue: value as string | undefined };
  return { ...form.register(name), ...begun, error: error?.message };
}

/**
 * A form element. A refusal of the server lands beside the fields it names, the rest above the submit button; what
 * was typed stays. `fallback` is the text for an error that has none of its own.
 */
export function Form<Values extends FieldValues, Out>({
  form,
  onSubmit,
  fallback = _('Something went wrong. Please try again later.'),
  children,
  ...rest
}: Omit<ComponentProps<'form'>, 'onSubmit'> & {
  form: UseFormReturn<Values, unknown, Out>;
  onSubmit: (values: Out) => unknown;
  fallback?: string;
  children: ReactNode;
}) {
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values as Out);
    } catch (error) {
      showRefusal(form, error, fallback);
    }
  });
  return (
    <FormProvider {...(form as unknown as UseFormReturn)}>
      <form noValidate className="grid gap-6" {...rest} onSubmit={submit}>
        {children}
      </form>
    </FormProvider>
  );
}

/** Shows a server's refusal beside the fields it names, else above the submit button. */
export function showRefusal<Values extends FieldValues, Out>(
  form: UseFormReturn<Values, unknown, Out>,
  error: unknown,
  fallback: string,
): void {
  const refusal = refusalOf(error);
  const known = refusal.fields.filter(({ field }) => get(form.getValues(), field) !== undefined);
  known.forEach(({ field, message }, index) => {
    form.setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  if (known.length === 0) form.setError('root', { type: 'server', message: refusal.message || fallback });
}

/** The error of the form as a whole. Stands right above the submit button. */
export function FormError() {
  const message = useFormContext().formState.errors.root?.message;
  return message ? (
    <Banner tone="danger" urgent>
      {message}
    </Banner>
  ) : null;
}

/** Submits the form around it, with its pending state; Enter in any field does the same. */
export function SubmitButton({ children, ...rest }: ComponentProps<typeof Button>) {
  const { isSubmitting } = useFormContext().formState;
  return (
    <>
      <FormError />
      <Button type="submit" variant="primary" size="large" pending={isSubmitting} {...rest}>
        {children}
      </Button>
    </>
  );
}

/** Keeps what is typed in this tab until it is sent, across reloads and navigation. */
export function useDraft<Values extends FieldValues, Out>(
  form: UseFormReturn<Values, unknown, Out>,
  key: string,
): { forget: () => void } {
  useEffect(() => {
    for (const [name, value] of Object.entries(readDraft(key) ?? {})) {
      form.setValue(name as Path<Values>, value as never, { shouldDirty: true });
    }
    return form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (isDirty) keepDraft(key, values);
      },
    });
  }, [form, key]);
  return { forget: () => forgetDraft(key) };
}
