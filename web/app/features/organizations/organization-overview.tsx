import { OrganizationService } from '@marquee/contracts/festival/v1/organization_pb';
import { ORGANIZATION_LIMITS, ORGANIZATION_MESSAGES, organizationSchema } from '@marquee/rules/organizations';
import { type ReactNode, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { z } from 'zod';
import { refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Form, fieldOf, useZodForm } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';
import { OrganizationPictures } from './organization-pictures.tsx';
import { type OrganizationView, TYPE_LABELS } from './organization-view.ts';
import { PlaceFields } from './place-fields.tsx';

/** What an organization says of itself, each part with its own save [ADO-03] [FES-06]. */
export function OrganizationOverview({ organization, mayEdit }: { organization: OrganizationView; mayEdit: boolean }) {
  if (!mayEdit) return <Facts organization={organization} />;
  const { nameFailed, urlFailed, descriptionFailed } = ORGANIZATION_MESSAGES;
  return (
    <div className="grid max-w-3xl gap-12">
      <OrganizationPictures organization={organization} />
      <Section title={_('About')}>
        <OneField organization={organization} field="name" label={_('Name')} failed={nameFailed} />
        <OneField organization={organization} field="url" label={_('Custom address')} failed={urlFailed} />
        <OneField
          organization={organization}
          field="description"
          label={_('Description')}
          failed={descriptionFailed}
          multiline
        />
      </Section>
      <Section title={_('Place')}>
        <PlaceForm organization={organization} />
      </Section>
    </div>
  );
}

const LENGTHS = {
  name: ORGANIZATION_LIMITS.nameLengthMax,
  url: ORGANIZATION_LIMITS.urlLengthMax,
  description: ORGANIZATION_LIMITS.descriptionLengthMax,
};

/** The rule of a field, with which nothing is typed too: it saves nothing. */
const orNothing = (rule: z.ZodType) =>
  z.string().superRefine((text, context) => {
    const parsed = text.trim() === '' ? undefined : rule.safeParse(text);
    for (const { message } of parsed?.error?.issues.slice(0, 1) ?? []) context.addIssue({ code: 'custom', message });
  });

type Field = keyof typeof LENGTHS;

function OneField({
  organization,
  field,
  label,
  failed,
  multiline,
}: {
  organization: OrganizationView;
  field: Field;
  label: string;
  failed: string;
  multiline?: boolean;
}) {
  const saved = organization[field];
  const form = useZodForm(z.object({ [field]: orNothing(organizationSchema.shape[field]) }), { [field]: saved });
  const Input = multiline ? TextArea : TextField;
  return (
    <PartForm
      organization={organization}
      form={form}
      failed={failed}
      changes={(values) => {
        const typed = String(values[field] ?? '').trim();
        if (typed !== '' && typed !== saved) return { [field]: typed };
        form.reset({ [field]: saved });
        return undefined;
      }}
    >
      <Input label={label} maxLength={LENGTHS[field]} {...(fieldOf(form, field) as object)} />
    </PartForm>
  );
}

const placeSchema = organizationSchema.pick({ country: true, city: true, state: true });

function PlaceForm({ organization }: { organization: OrganizationView }) {
  const { country, city, state } = organization;
  const form = useZodForm(placeSchema, { country, city, state });
  return (
    <PartForm
      organization={organization}
      form={form}
      failed={ORGANIZATION_MESSAGES.placeFailed}
      changes={(values) => values}
    >
      <PlaceFields form={form} />
    </PartForm>
  );
}

type Changes = Partial<Record<Field | 'country' | 'city' | 'state', string>>;

/** One part with its button; somebody else's change meanwhile is reported, not overwritten. */
function PartForm<Values extends FieldValues, Out>({
  organization: { id, version },
  form,
  failed,
  changes,
  children,
}: {
  organization: OrganizationView;
  form: UseFormReturn<Values, unknown, Out>;
  failed: string;
  /** Undefined: there is nothing to save. */
  changes: (values: Out) => Changes | undefined;
  children: ReactNode;
}) {
  const revalidator = useRevalidator();
  const [problem, setProblem] = useState<string>();
  const { isSubmitting } = form.formState;
  const submit = async (values: Out) => {
    setProblem(undefined);
    const changed = changes(values);
    if (!changed) return;
    try {
      await client(OrganizationService).updateOrganization({
        ...{ festivalId: id, expectedVersion: BigInt(version), ...changed },
      });
      toast({ message: _('Your changes were saved.'), tone: 'good' });
      await revalidator.revalidate();
    } catch (error) {
      const { message, fields } = refusalOf(error);
      // Beside the field that it is about.
      if (fields.some(({ field }) => field in changed)) throw error;
      setProblem(message || _('Please try again in a moment.'));
    }
  };
  return (
    <Form form={form} onSubmit={submit} className="grid gap-4" fallback={_(failed)}>
      {children}
      {problem ? (
        <Banner tone="danger" urgent>
          <strong className="block font-medium">{_(failed)}</strong>
          {problem}
        </Banner>
      ) : null}
      <Button type="submit" pending={isSubmitting} className="justify-self-start">
        {_('Save')}
      </Button>
    </Form>
  );
}

/** For those of the team who do not edit it. */
function Facts({ organization: { type, place, description, directorName } }: { organization: OrganizationView }) {
  const facts = [
    [_('Kind of organization'), _(TYPE_LABELS[type])],
    [_('Place'), place],
    [_('Director'), directorName],
    [_('Description'), description],
  ];
  return (
    <dl className="grid max-w-3xl gap-4">
      {facts.map(([label, value]) =>
        value ? (
          <div key={label} className="grid gap-1">
            <dt className="text-ink-muted text-small">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
