import { FilmReportReason, ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import { FILM_REPORT_REASON_LABELS, FILM_REPORT_REASONS, reportFilmSchema } from '@marquee/rules/film-reports';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { ReportDialog as Dialog } from '../reports/report-dialog.tsx';

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
      schema={reportFilmSchema}
      reasons={FILM_REPORT_REASONS}
      labels={FILM_REPORT_REASON_LABELS}
      send={({ reason, details }) =>
        client(ReviewService).reportFilm({ filmId, reason: FilmReportReason[reason], details })
      }
      {...{ open, onOpenChange }}
    />
  );
}
