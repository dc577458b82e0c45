import { ReviewWordsKind, WordsReportReason } from '@marquee/contracts/film/v1/review_queue_pb';
import { ReviewTalkService } from '@marquee/contracts/film/v1/review_talk_pb';
import { reportWordsSchema, WORDS_REPORT_REASON_LABELS, WORDS_REPORT_REASONS } from '@marquee/rules/words-reports';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { ReportDialog } from '../reports/report-dialog.tsx';

type Props = {
  kind: ReviewWordsKind;
  words: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Reports a review or a reply to staff, who see it beside the words [FLM-14:reports]. */
export function ReportWordsDialog({ kind, words: { id, name }, open, onOpenChange }: Props) {
  return (
    <ReportDialog
      title={kind === ReviewWordsKind.REPLY ? _('Report this reply') : _('Report this review')}
      description={_(
        'What is wrong with what {name} wrote? Our staff look at every report; {name} does not learn who sent it.',
        { name },
      )}
      schema={reportWordsSchema}
      reasons={WORDS_REPORT_REASONS}
      labels={WORDS_REPORT_REASON_LABELS}
      send={({ reason, details }) =>
        client(ReviewTalkService).reportWords({ kind, wordsId: id, reason: WordsReportReason[reason], details })
      }
      {...{ open, onOpenChange }}
    />
  );
}
