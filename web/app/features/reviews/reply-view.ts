import type { Reply } from '@marquee/contracts/film/v1/review_talk_pb';
import { isoOf } from '../../api/iso-of.ts';
import { formatAddedDate } from '../../language/format.ts';
import { _ } from '../../language/words.ts';

/** A reply as plain data. */
export type ReplyView = {
  id: string;
  userId: string;
  name: string;
  picture: string;
  message: string;
  date: string;
  /** When it was written, in milliseconds. */
  writtenAt: number;
  edited: boolean;
  spoiler: boolean;
  waits: boolean;
};

export function replyView({ id, user, message, createdAt, editedAt, spoiler, waitsForStaff }: Reply): ReplyView {
  const created = isoOf(createdAt);
  return {
    ...{ id, message, spoiler, waits: waitsForStaff, edited: editedAt !== undefined },
    userId: user?.id ?? '',
    name: `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim() || _('A former member'),
    picture: user?.profilePicture ?? '',
    date: created ? formatAddedDate(new Date(created), 'UTC') : '',
    writtenAt: created ? Date.parse(created) : 0,
  };
}
