import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { StaffNoticeService } from '@marquee/contracts/identity/v1/staff_notice_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type { IdentityResources } from '../resources.ts';
import {
  describeStaffNotices,
  describeStaffNoticesSchema,
  listRecipientsSchema,
  listStaffNoticeRecipients,
  listStaffNotices,
  listStaffNoticesSchema,
} from './list-staff-notices.ts';
import { notifyUsers, notifyUsersSchema } from './notify-users.ts';
import type { SentNotice } from './staff-notices.ts';

const message = ({ createdAt, ...notice }: SentNotice) => ({ ...notice, createdAt: timestampFromDate(createdAt) });

/** What staff write to users, for staff and for notification. */
export const staffNoticeRpc = rpc<IdentityResources>()(StaffNoticeService, {
  notifyUsers: write(notifyUsersSchema, notifyUsers, (notice) => ({ notice: message(notice) })),
  listStaffNotices: read(listStaffNoticesSchema, listStaffNotices, ({ rows, nextCursor }) => ({
    notices: rows.map(message),
    nextCursor,
  })),
  describeStaffNotices: read(describeStaffNoticesSchema, describeStaffNotices, (rows) => ({
    notices: rows.map(({ id, title, text }) => ({ id, title, text })),
  })),
  listStaffNoticeRecipients: read(listRecipientsSchema, listStaffNoticeRecipients, ({ rows, nextCursor }) => ({
    accountIds: rows,
    nextCursor,
  })),
});
