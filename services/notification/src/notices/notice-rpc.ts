import { NoticeService } from '@marquee/contracts/notification/v1/notice_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type { NotificationResources } from '../resources.ts';
import { countUnread, countUnreadSchema } from './count-unread.ts';
import { deleteNotice } from './delete-notice.ts';
import { getNotice, noticeIdSchema } from './get-notice.ts';
import { listNotices, listNoticesSchema } from './list-notices.ts';
import { markAllSeen, markAllSeenSchema } from './mark-all-seen.ts';
import { markSeen } from './mark-seen.ts';
import { noticesMessage, oneNoticeMessage } from './notice-message.ts';
import { restoreNotice } from './restore-notice.ts';

const nothing = () => ({});

/** The inbox of a person. */
export const noticeRpc = rpc<NotificationResources>()(NoticeService, {
  listNotices: read(listNoticesSchema, listNotices, noticesMessage),
  getNotice: read(noticeIdSchema, getNotice, oneNoticeMessage),
  countUnread: read(countUnreadSchema, countUnread),
  markSeen: write(noticeIdSchema, markSeen, nothing),
  markAllSeen: write(markAllSeenSchema, markAllSeen, nothing),
  deleteNotice: write(noticeIdSchema, deleteNotice, nothing),
  restoreNotice: write(noticeIdSchema, restoreNotice, nothing),
});
