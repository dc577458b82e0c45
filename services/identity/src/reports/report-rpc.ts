import { ReportService, ReportType, type SubmitReportRequest } from '@marquee/contracts/identity/v1/report_pb';
import { rpc } from '@marquee/service/rpc';
import { write } from '@marquee/service/use-case';
import type { IdentityResources } from '../resources.ts';
import { submitReport, submitReportSchema } from './submit-report.ts';

/** For everybody who is signed in. */
export const reportRpc = rpc<IdentityResources>()(ReportService, {
  submitReport: write(submitReportSchema, submitReport, undefined, {
    from: (request: SubmitReportRequest) => ({ ...request, type: ReportType[request.type] }),
  }),
});
