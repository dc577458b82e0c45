import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { NoticeAction, NoticeKind } from '@marquee/contracts/notification/v1/notice_pb';
import type { WordedNotice } from './worded-notice.ts';

export const noticeMessage = ({ row, action, ...words }: WordedNotice) => ({
  id: row.id,
  kind: NoticeKind[row.kind],
  ...words,
  action: NoticeAction[action],
  createdAt: timestampFromDate(row.createdAt),
  seen: row.seenAt !== null,
  actorId: row.actorId,
});

export const oneNoticeMessage = (notice: WordedNotice) => ({ notice: noticeMessage(notice) });

export const noticesMessage = ({ rows, nextCursor }: { rows: WordedNotice[]; nextCursor: string }) => ({
  notices: rows.map(noticeMessage),
  nextCursor,
});
