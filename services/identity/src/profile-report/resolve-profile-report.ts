import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as auditLog from '../audit/audit-log.ts';
import { getReport } from '../report-queue/list-reports.ts';
import { reportNotFound } from '../report-queue/report-queue-errors.ts';
import type { IdentityWrite } from '../resources.ts';
import * as reports from './profile-reports.ts';

export const resolveProfileReportSchema = z.object({ reportId: z.string() });

/** Staff have dealt with a report of somebody else's profile; who resolves it first is kept. */
export async function resolveProfileReport(
  { tx, clock }: IdentityWrite,
  viewer: AccountViewer,
  { reportId }: z.output<typeof resolveProfileReportSchema>,
): Promise<void> {
  const report = await getReport({ db: tx }, viewer, { reportId });
  if (report.kind !== 'PROFILE') throw reportNotFound();
  const { accountId: actorId } = viewer;
  const now = clock.now();
  if (!(await reports.resolve(tx, reportId, actorId, now))) return;
  await auditLog.append(tx, {
    ...{ actorId, kind: 'REPORT_CHANGED', objectKind: 'REPORT', objectId: reportId, now },
    changes: [{ field: 'state', before: report.state, after: 'CLOSED' }],
  });
}
