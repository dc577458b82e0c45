import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources } from '../resources.ts';
import * as queue from './queued-reports.ts';
import { reportNotFound } from './report-queue-errors.ts';

type Reading = Pick<IdentityResources, 'db' | 'config'>;

export const listReportsSchema = z.object({
  pageSize: z.int(),
  cursor: z.string(),
  kind: z.enum(['BUG', 'FEEDBACK', 'PROFILE']).optional(),
  state: z.enum(['OPEN', 'IN_HAND', 'CLOSED']).optional(),
});

/** What people have reported, the oldest first, without reports of the viewer's own profile. */
export async function listReports(
  { db, config }: Reading,
  { accountId: viewerId }: AccountViewer,
  { pageSize: size, cursor, kind, state }: z.output<typeof listReportsSchema>,
) {
  const scope = `report-queue:${kind ?? ''}:${state ?? ''}`;
  const list = keyset<[string]>({ key: config.CURSOR_KEY, scope, size, cursor });
  return list.page(await queue.list(db, { viewerId, kind, state }, list.after?.[0], list.limit), ({ id }) => [id]);
}

export const reportIdSchema = z.object({ reportId: z.string() });

/** @throws DomainError NOT_FOUND, REPORT_NOT_FOUND, also for a report of the viewer's own profile */
export async function getReport(
  { db }: { db: Parameters<typeof queue.find>[0] },
  { accountId }: AccountViewer,
  { reportId }: z.output<typeof reportIdSchema>,
): Promise<queue.QueuedReport> {
  const report = isId(reportId) ? await queue.find(db, reportId) : undefined;
  if (!report || report.profileId === accountId) throw reportNotFound();
  return report;
}

/** How many of them wait for staff. */
export async function countReports({ db }: Reading, { accountId }: AccountViewer): Promise<{ waiting: number }> {
  return { waiting: await queue.countWaiting(db, accountId) };
}
