import { ProfileReportReason, ProfileReportService } from '@marquee/contracts/identity/v1/profile_report_pb';
import {
  PROFILE_REPORT_LENGTH_MAX,
  PROFILE_REPORT_REASON_LABELS,
  PROFILE_REPORT_REASONS,
  reportProfileSchema,
} from '@marquee/rules/profile-reports';
import { useWatch } from 'react-hook-form';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Select, TextArea } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';

type Props = { person: { id: string; name: string }; open: boolean; onOpenChange: (open: boolean) => void };

/** Reports a profile to staff [PRO-17]. */
export function ReportProfileDialog({ person: { id, name }, open, onOpenChange }: Props) {
  return (
    <Dialog
      title={_('Report this profile')}
      description={_(
        'What is wrong with the profile of {name}? Our staff look at every report; {name} does not learn who sent it.',
        { name },
      )}
      open={open}
      onOpenChange={onOpenChange}
    >
      <ReportForm profileId={id} onSent={() => onOpenChange(false)} />
    </Dialog>
  );
}

function ReportForm({ profileId, onSent }: { profileId: string; onSent: () => void }) {
  const form = useZodForm(reportProfileSchema, { details: '' });
  const details = useWatch({ control: form.control, name: 'details' }) ?? '';
  const options = PROFILE_REPORT_REASONS.map((value) => ({ value, label: PROFILE_REPORT_REASON_LABELS[value] }));
  return (
    <Form
      form={form}
      fallback={_('We failed to send your report. Please try again later.')}
      onSubmit={async ({ reason, details: text }) => {
        const report = { profileId, reason: ProfileReportReason[reason], details: text };
        await client(ProfileReportService).reportProfile(report);
        onSent();
        toast({ message: _('Thank you. Your report was sent.'), tone: 'good' });
      }}
    >
      <Select label={_('Reason')} placeholder={_('Choose a reason')} options={options} {...fieldOf(form, 'reason')} />
      <TextArea
        label={_('Details')}
        optional
        limit={PROFILE_REPORT_LENGTH_MAX}
        length={details.length}
        {...fieldOf(form, 'details')}
      />
      <SubmitButton>{_('Send report')}</SubmitButton>
    </Form>
  );
}
