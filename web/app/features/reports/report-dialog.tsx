import { REPORT_LENGTH_MAX } from '@marquee/rules/report-details';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { _, worded } from '../../language/words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Select, TextArea } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';

type Report<Reason extends string> = { reason: Reason; details: string };
type ReportSchema<Reason extends string> = z.ZodType<Report<Reason>, { reason: Reason; details?: string | undefined }>;

type FormProps<Reason extends string> = {
  schema: ReportSchema<Reason>;
  reasons: readonly Reason[];
  labels: Record<Reason, string>;
  send: (report: Report<Reason>) => Promise<unknown>;
};
type Props<Reason extends string> = FormProps<Reason> & {
  title: string;
  description: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Reports a film or a profile to staff, with a reason and details [FLM-13] [PRO-17]. */
export function ReportDialog<Reason extends string>({
  title,
  description,
  open,
  onOpenChange,
  ...form
}: Props<Reason>) {
  return (
    <Dialog {...{ title, description, open, onOpenChange }}>
      <ReportForm {...form} onSent={() => onOpenChange(false)} />
    </Dialog>
  );
}

function ReportForm<Reason extends string>({
  schema,
  reasons,
  labels,
  send,
  onSent,
}: FormProps<Reason> & { onSent: () => void }) {
  const form = useZodForm(schema as unknown as ReportSchema<string>, { details: '' });
  const details = useWatch({ control: form.control, name: 'details' }) ?? '';
  const options = reasons.map((value) => ({ value, label: worded(labels[value] ?? '') }));
  return (
    <Form
      form={form}
      fallback={_('We failed to send your report. Please try again later.')}
      onSubmit={async (report) => {
        await send(report as Report<Reason>);
        onSent();
        toast({ message: _('Thank you. Your report was sent.'), tone: 'good' });
      }}
    >
      <Select label={_('Reason')} placeholder={_('Choose a reason')} options={options} {...fieldOf(form, 'reason')} />
      <TextArea
        label={_('Details')}
        optional
        limit={REPORT_LENGTH_MAX}
        length={details.length}
        {...fieldOf(form, 'details')}
      />
      <SubmitButton>{_('Send report')}</SubmitButton>
    </Form>
  );
}
