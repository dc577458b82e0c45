import { newId } from '@marquee/data/ids';
import { REPORT_LIMITS, REPORT_TYPES, reportFormSchema } from '@marquee/rules/reports';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityWrite } from '../resources.ts';
import { tooManyReports } from './report-errors.ts';
import * as reports from './reports.ts';

const DAY_MS = 86_400_000;

export const submitReportSchema = reportFormSchema.extend({
  type: z.enum(REPORT_TYPES, 'Please choose what this is about.'),
});

/** Keeps what somebody tells us about Marquee: a bug, or feedback [SET-03]. */
export async function submitReport(
  { tx, clock }: IdentityWrite,
  { accountId }: AccountViewer,
  { type, title, details }: z.output<typeof submitReportSchema>,
): Promise<{ reportId: string }> {
  const createdAt = clock.now();
  const sent = await reports.countSince(tx, accountId, new Date(createdAt.getTime() - DAY_MS));
  if (sent >= REPORT_LIMITS.perDay) throw tooManyReports();
  const id = newId();
  await reports.insert(tx, { id, accountId, type, title, details, createdAt });
  return { reportId: id };
}
