import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ReviewWordsKind, WordsReportReason } from '@marquee/contracts/film/v1/review_queue_pb';
import type {
  ListRepliesResponseSchema,
  ListReviewLikesResponseSchema,
  ReplySchema,
  ReportWordsRequest,
} from '@marquee/contracts/film/v1/review_talk_pb';
import { nameOf } from '../films/enum-names.ts';
import type { Replies } from './list-replies.ts';
import type { Likers } from './list-review-likes.ts';
import type { Reply } from './replies.ts';
import { isFolded } from './spoilers.ts';

export function replyMessage(row: Reply): MessageInitShape<typeof ReplySchema> {
  const { id, reviewId, accountId, message, createdAt, editedAt, heldAt } = row;
  const { firstName, lastName, profilePicture } = row;
  return {
    ...{ id, reviewId, message, spoiler: isFolded(row), waitsForStaff: heldAt !== null },
    createdAt: timestampFromDate(createdAt),
    ...(editedAt && { editedAt: timestampFromDate(editedAt) }),
    user: {
      id: accountId,
      firstName: firstName ?? '',
      lastName: lastName ?? '',
      profilePicture: profilePicture ?? '',
    },
  };
}

export const repliesMessage = ({
  rows,
  nextCursor,
  canReply,
}: Replies): MessageInitShape<typeof ListRepliesResponseSchema> => ({
  replies: rows.map(replyMessage),
  nextCursor,
  canReply,
});

export const likersMessage = ({
  rows,
  nextCursor,
}: Likers): MessageInitShape<typeof ListReviewLikesResponseSchema> => ({
  people: rows.map(({ id, firstName, lastName, profilePicture }) => ({ id, firstName, lastName, profilePicture })),
  nextCursor,
});

/** The request with the name of its kind. */
export const wordsInput = <R extends { kind: ReviewWordsKind }>(request: R) => ({
  ...request,
  kind: nameOf(ReviewWordsKind, request.kind),
});

export const reportWordsInput = (request: ReportWordsRequest) => ({
  ...request,
  kind: nameOf(ReviewWordsKind, request.kind),
  reason: nameOf(WordsReportReason, request.reason),
});
