import { newId } from '@marquee/data/ids';
import { staffNoticeSchema, staffReasonSchema } from '@marquee/rules/back-office';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as auditLog from '../audit/audit-log.ts';
import { countWrong, nobodyToNotify } from '../back-office/back-office-errors.ts';
import { selectedUsers } from '../back-office/selected-users.ts';
import type { IdentityWrite } from '../resources.ts';
import { staffNoticeSent } from './staff-notice-events.ts';
import * as staffNotices from './staff-notices.ts';

export const notifyUsersSchema = staffNoticeSchema.extend({
  accountIds: selectedUsers({
    most: BACK_OFFICE_LIMITS.usersNotifiedAtOnceMax,
    nobody: BACK_OFFICE_MESSAGES.nobodySelectedToNotify,
    tooMany: BACK_OFFICE_MESSAGES.tooManyToNotify,
  }),
  confirmedCount: z.int(),
  reason: staffReasonSchema,
});

/** Writes to the selected users; those who are gone, closing or banned are passed over [ADU-02]. */
export async function notifyUsers(
  write: IdentityWrite,
  viewer: AccountViewer,
  { accountIds, confirmedCount, title, text, reason }: z.output<typeof notifyUsersSchema>,
): Promise<staffNotices.SentNotice> {
  const { tx, clock, emit } = write;
  if (confirmedCount !== accountIds.length) throw countWrong();
  const notice = { id: newId(), title, text, sentBy: viewer.accountId, createdAt: clock.now() };
  const recipients = await staffNotices.insert(tx, notice, accountIds);
  if (recipients === 0) throw nobodyToNotify();
  await auditLog.append(tx, {
    ...{ actorId: viewer.accountId, kind: 'USERS_NOTIFIED', objectKind: 'STAFF_NOTICE', objectId: notice.id },
    changes: [
      { field: 'recipients', before: '', after: String(recipients) },
      { field: 'title', before: '', after: title },
      { field: 'text', before: '', after: text },
    ],
    ...{ reason, now: notice.createdAt },
  });
  await emit(staffNoticeSent(notice));
  return staffNotices.get(tx, notice.id);
}
