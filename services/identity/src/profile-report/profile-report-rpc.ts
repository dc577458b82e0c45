import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  ProfileReportReason,
  ProfileReportService,
  type ReportProfileRequest,
} from '@marquee/contracts/identity/v1/profile_report_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { personMessage } from '../account/account-message.ts';
import type { IdentityResources } from '../resources.ts';
import { listProfileReports, listProfileReportsSchema } from './list-profile-reports.ts';
import type { OpenReport } from './profile-reports.ts';
import { reportProfile, reportProfileRequestSchema } from './report-profile.ts';
import { resolveProfileReport, resolveProfileReportSchema } from './resolve-profile-report.ts';

const reportMessage = ({ id, person, reporter, reason, details, createdAt }: OpenReport) => ({
  ...{ id, details },
  reason: ProfileReportReason[reason as keyof typeof ProfileReportReason],
  person: personMessage(person),
  reporter: personMessage(reporter),
  createdAt: timestampFromDate(createdAt),
});

/** Reports of profiles, for staff. */
export const profileReportRpc = rpc<IdentityResources>()(ProfileReportService, {
  reportProfile: write(reportProfileRequestSchema, reportProfile, () => ({}), {
    from: (request: ReportProfileRequest) => ({ ...request, reason: ProfileReportReason[request.reason] ?? '' }),
  }),
  listProfileReports: read(listProfileReportsSchema, listProfileReports, ({ rows, nextCursor }) => ({
    reports: rows.map(reportMessage),
    nextCursor,
  })),
  resolveProfileReport: write(resolveProfileReportSchema, resolveProfileReport, () => ({})),
});
