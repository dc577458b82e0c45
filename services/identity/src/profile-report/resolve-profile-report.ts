import { isId } from '@marquee/data/ids';
import { PROFILE_REPORT_MESSAGES } from '@marquee/rules/profile-reports';
import { DomainError } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityWrite } from '../resources.ts';
import * as reports from './profile-reports.ts';

export const resolveProfileReportSchema = z.object({ reportId: z.string() });

/** Staff have dealt with a report; who resolves it first is kept. */
export async function resolveProfileReport(
  { tx, clock }: IdentityWrite,
  { accountId }: AccountViewer,
  { reportId }: z.output<typeof resolveProfileReportSchema>,
): Promise<void> {
  if (!isId(reportId) || !(await reports.resolve(tx, reportId, accountId, clock.now()))) throw reportNotFound();
}

function reportNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'REPORT_NOT_FOUND', message: PROFILE_REPORT_MESSAGES.notFound });
}
