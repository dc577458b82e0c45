import { newId } from '@marquee/data/ids';
import { closeReportSchema as closingSchema } from '@marquee/rules/back-office';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as auditLog from '../audit/audit-log.ts';
import type { IdentityWrite } from '../resources.ts';
import { staffNoticeSent } from '../staff-notice/staff-notice-events.ts';
import * as staffNotices from '../staff-notice/staff-notices.ts';
import { getReport, reportIdSchema } from './list-reports.ts';
import * as queue from './queued-reports.ts';
import { reportClosed } from './report-queue-errors.ts';

export const takeReportSchema = reportIdSchema.extend({ taken: z.boolean() });

/** Takes a report in hand, or leaves it to others; one that is as asked stays so. */
export async function takeReport(
  write: IdentityWrite,
  viewer: AccountViewer,
  { reportId, taken }: z.output<typeof takeReportSchema>,
): Promise<queue.QueuedReport> {
  const { tx, clock } = write;
  const before = await getReport({ db: tx }, viewer, { reportId });
  const handledBy = taken ? viewer.accountId : null;
  if (!(await queue.setHandler(tx, before, handledBy))) throw reportClosed();
  const after = await getReport({ db: tx }, viewer, { reportId });
  if (before.handledBy !== handledBy) {
    await auditLog.append(tx, {
      ...{ actorId: viewer.accountId, kind: 'REPORT_CHANGED', objectKind: 'REPORT', objectId: before.id },
      changes: [{ field: 'state', before: before.state, after: after.state }],
      now: clock.now(),
    });
  }
  return after;
}

export const closeReportSchema = reportIdSchema.extend(closingSchema.shape);

/** The title of the notice with a note. */
const NOTE_TITLE = 'About your report';

/** Closes a report with a decision; a note reaches who sent it as a notice. */
export async function closeReport(
  write: IdentityWrite,
  viewer: AccountViewer,
  { reportId, decision, note }: z.output<typeof closeReportSchema>,
): Promise<queue.QueuedReport> {
  const { tx, clock, emit } = write;
  const now = clock.now();
  const by = viewer.accountId;
  const before = await getReport({ db: tx }, viewer, { reportId });
  if (!(await queue.close(tx, before, { by, now, decision, note }))) throw reportClosed();
  await auditLog.append(tx, {
    ...{ actorId: by, kind: 'REPORT_CHANGED', objectKind: 'REPORT', objectId: before.id, reason: decision, now },
    changes: [
      { field: 'state', before: before.state, after: 'CLOSED' },
      ...(note ? [{ field: 'note', before: '', after: note }] : []),
    ],
  });
  if (note) {
    const notice = { id: newId(), title: NOTE_TITLE, text: note, sentBy: by, createdAt: now };
    if ((await staffNotices.insert(tx, notice, [before.reporterId])) > 0) await emit(staffNoticeSent(notice));
  }
  return getReport({ db: tx }, viewer, { reportId });
}
