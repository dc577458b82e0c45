import { ProfileReportReason, ProfileReportService } from '@marquee/contracts/identity/v1/profile_report_pb';
import {
  PROFILE_REPORT_REASON_LABELS,
  PROFILE_REPORT_REASONS,
  reportProfileSchema,
} from '@marquee/rules/profile-reports';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { ReportDialog } from '../reports/report-dialog.tsx';

type Props = { person: { id: string; name: string }; open: boolean; onOpenChange: (open: boolean) => void };

/** Reports a profile to staff [PRO-17]. */
export function ReportProfileDialog({ person: { id, name }, open, onOpenChange }: Props) {
  return (
    <ReportDialog
      title={_('Report this profile')}
      description={_(
        'What is wrong with the profile of {name}? Our staff look at every report; {name} does not learn who sent it.',
        { name },
      )}
      schema={reportProfileSchema}
      reasons={PROFILE_REPORT_REASONS}
      labels={PROFILE_REPORT_REASON_LABELS}
      send={({ reason, details }) =>
        client(ProfileReportService).reportProfile({ profileId: id, reason: ProfileReportReason[reason], details })
      }
      {...{ open, onOpenChange }}
    />
  );
}
