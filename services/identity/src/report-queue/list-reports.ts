import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
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

/** What people have reported, the oldest first. */
export async function listReports(
  { db, config }: Reading,
  _viewer: Viewer,
  { pageSize: size, cursor, kind, state }: z.output<typeof listReportsSchema>,
) {
  const scope = `report-queue:${kind ?? ''}:${state ?? ''}`;
  const list = keyset<[string]>({ key: config.CURSOR_KEY, scope, size, cursor });
  return list.page(await queue.list(db, { kind, state }, list.after?.[0], list.limit), ({ id }) => [id]);
}

export const reportIdSchema = z.object({ reportId: z.string() });

/** @throws DomainError NOT_FOUND, REPORT_NOT_FOUND */
export async function getReport(
  { db }: { db: Parameters<typeof queue.find>[0] },
  _viewer: Viewer,
  { reportId }: z.output<typeof reportIdSchema>,
): Promise<queue.QueuedReport> {
  const report = isId(reportId) ? await queue.find(db, reportId) : undefined;
  if (!report) throw reportNotFound();
  return report;
}

/** How many reports wait for staff. */
export async function countReports({ db }: Reading): Promise<{ waiting: number }> {
  return { waiting: await queue.countWaiting(db) };
}
