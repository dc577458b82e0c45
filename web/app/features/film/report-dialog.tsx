import { FilmReportReason, ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import {
  FILM_REPORT_REASON_LABELS,
  FILM_REPORT_REASONS,
  REPORT_LENGTH_MAX,
  reportFilmSchema,
} from '@marquee/rules/film-reports';
import { useWatch } from 'react-hook-form';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Select, TextArea } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';

type Props = { filmId: string; title: string; open: boolean; onOpenChange: (open: boolean) => void };

/** Reports a film to staff [FLM-13]. */
export function ReportDialog({ filmId, title, open, onOpenChange }: Props) {
  return (
    <Dialog
      title={_('Report this film')}
      description={_(
        'What is wrong with “{title}”? Our staff look at every report; the maker does not learn who sent it.',
        { title },
      )}
      open={open}
      onOpenChange={onOpenChange}
    >
      <ReportForm filmId={filmId} onSent={() => onOpenChange(false)} />
    </Dialog>
  );
}

function ReportForm({ filmId, onSent }: { filmId: string; onSent: () => void }) {
  const form = useZodForm(reportFilmSchema, { details: '' });
  const details = useWatch({ control: form.control, name: 'details' }) ?? '';
  const options = FILM_REPORT_REASONS.map((value) => ({ value, label: FILM_REPORT_REASON_LABELS[value] }));
  return (
    <Form
      form={form}
      fallback={_('We failed to send your report. Please try again later.')}
      onSubmit={async ({ reason, details: text }) => {
        await client(ReviewService).reportFilm({ filmId, reason: FilmReportReason[reason], details: text });
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
