import { ReportService, ReportType } from '@marquee/contracts/identity/v1/report_pb';
import { REPORT_LIMITS, reportFormSchema } from '@marquee/rules/reports';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { client } from '../../api/browser/client.ts';
import { _, msg } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useDraft, useZodForm } from '../../ui/form.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

type Kind = ReportType.BUG | ReportType.FEEDBACK;

const WORDS = {
  [ReportType.BUG]: {
    title: msg('Report a bug'),
    lead: msg('What did you do, what happened, and what should have happened?'),
    submit: msg('Send bug report'),
    sent: msg('Thank you. Your bug report was sent.'),
    another: msg('Report another bug'),
    failed: msg('We failed to send your bug report. Please try again later.'),
    draft: 'report-bug',
  },
  [ReportType.FEEDBACK]: {
    title: msg('Submit feedback'),
    lead: msg('What do you like, what is missing, and what gets in your way?'),
    submit: msg('Send feedback'),
    sent: msg('Thank you. Your feedback was sent.'),
    another: msg('Send more feedback'),
    failed: msg('We failed to send your feedback. Please try again later.'),
    draft: 'feedback',
  },
} as const;

/** Tells us about a bug, or what somebody thinks of Marquee [SET-03]. */
export function ReportPage({ type }: { type: Kind }) {
  const [sent, setSent] = useState(false);
  const words = WORDS[type];
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-3xl gap-8">
        <PageTitle title={_(words.title)} lead={_(words.lead)} crumbs={[{ href: '/settings', label: _('Settings') }]} />
        {sent ? (
          <div className="grid justify-items-start gap-6">
            <Banner tone="good">{_(words.sent)}</Banner>
            <div className="flex flex-wrap gap-3">
              <LinkButton to="/settings">{_('Back to settings')}</LinkButton>
              <Button onClick={() => setSent(false)}>{_(words.another)}</Button>
            </div>
          </div>
        ) : (
          <ReportForm key={type} type={type} onSent={() => setSent(true)} />
        )}
      </div>
    </div>
  );
}

function ReportForm({ type, onSent }: { type: Kind; onSent: () => void }) {
  const form = useZodForm(reportFormSchema, { title: '', details: '' });
  const words = WORDS[type];
  const draft = useDraft(form, words.draft);
  const [title = '', details = ''] = useWatch({ control: form.control, name: ['title', 'details'] });
  return (
    <Form
      form={form}
      fallback={_(words.failed)}
      onSubmit={async (report) => {
        await client(ReportService).submitReport({ type, ...report });
        draft.forget();
        onSent();
      }}
    >
      <TextField label={_('Title')} limit={REPORT_LIMITS.title} length={title.length} {...fieldOf(form, 'title')} />
      <TextArea
        label={_('Details')}
        rows={8}
        limit={REPORT_LIMITS.details}
        length={details.length}
        {...fieldOf(form, 'details')}
      />
      <SubmitButton className="sm:justify-self-start">{_(words.submit)}</SubmitButton>
    </Form>
  );
}
