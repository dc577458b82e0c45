import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ProfileReportReason } from '@marquee/contracts/identity/v1/profile_report_pb';
import {
  type ListReportsRequest,
  ReportQueueService,
  StaffReportKind,
  StaffReportState,
} from '@marquee/contracts/identity/v1/report_queue_pb';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write } from '@marquee/service/use-case';
import type { IdentityResources } from '../resources.ts';
import { closeReport, closeReportSchema, takeReport, takeReportSchema } from './handle-report.ts';
import { countReports, getReport, listReports, listReportsSchema, reportIdSchema } from './list-reports.ts';
import type { QueuedReport } from './queued-reports.ts';

function message({ kind, state, reason, createdAt, resolvedAt, profileId, handledBy, ...report }: QueuedReport) {
  return {
    ...report,
    kind: StaffReportKind[kind],
    state: StaffReportState[state],
    reason: ProfileReportReason[reason as keyof typeof ProfileReportReason] ?? ProfileReportReason.UNSPECIFIED,
    ...{ profileId: profileId ?? '', handledBy: handledBy ?? '' },
    createdAt: timestampFromDate(createdAt),
    ...(resolvedAt && { closedAt: timestampFromDate(resolvedAt) }),
  };
}
const oneMessage = (report: QueuedReport) => ({ report: message(report) });

const listInput = ({ kind, state, ...request }: ListReportsRequest) => ({
  ...request,
  ...(kind !== StaffReportKind.UNSPECIFIED && { kind: StaffReportKind[kind] ?? '' }),
  ...(state !== StaffReportState.UNSPECIFIED && { state: StaffReportState[state] ?? '' }),
});

/** What people report, for staff. */
export const reportQueueRpc = rpc<IdentityResources>()(ReportQueueService, {
  listReports: read(
    listReportsSchema,
    listReports,
    ({ rows, nextCursor }) => ({ reports: rows.map(message), nextCursor }),
    { from: listInput },
  ),
  getReport: read(reportIdSchema, getReport, oneMessage),
  countReports: read(noInput, countReports),
  takeReport: write(takeReportSchema, takeReport, oneMessage),
  closeReport: write(closeReportSchema, closeReport, oneMessage),
});
