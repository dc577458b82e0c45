import { NoticeService } from '@marquee/contracts/notification/v1/notice_pb';
import type { CallContext } from '@marquee/runtime/rpc/implement';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type { NotificationResources } from '../resources.ts';
import { countUnread, countUnreadSchema } from './count-unread.ts';
import { deleteNotice } from './delete-notice.ts';
import { getNotice, getNoticeSchema, noticeIdSchema } from './get-notice.ts';
import { listNotices, listNoticesSchema } from './list-notices.ts';
import { markAllSeen, markAllSeenSchema } from './mark-all-seen.ts';
import { markSeen } from './mark-seen.ts';
import { noticesMessage, oneNoticeMessage } from './notice-message.ts';
import { restoreNotice } from './restore-notice.ts';

const nothing = () => ({});
/** Notices are read in the language of the page that asks. */
const inLanguage = {
  from: (request: object, { client }: CallContext) => ({ ...request, language: client.language ?? '' }),
};

/** The inbox of a person. */
export const noticeRpc = rpc<NotificationResources>()(NoticeService, {
  listNotices: read(listNoticesSchema, listNotices, noticesMessage, inLanguage),
  getNotice: read(getNoticeSchema, getNotice, oneNoticeMessage, inLanguage),
  countUnread: read(countUnreadSchema, countUnread),
  markSeen: write(noticeIdSchema, markSeen, nothing),
  markAllSeen: write(markAllSeenSchema, markAllSeen, nothing),
  deleteNotice: write(noticeIdSchema, deleteNotice, nothing),
  restoreNotice: write(noticeIdSchema, restoreNotice, nothing),
});
