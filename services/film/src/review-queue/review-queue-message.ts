import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type DecideReviewsRequest,
  type ListReviewQueueRequest,
  type ListReviewQueueResponseSchema,
  ReviewDecision,
  ReviewQueueList,
  ReviewWordsKind,
} from '@marquee/contracts/film/v1/review_queue_pb';
import { nameOf } from '../films/enum-names.ts';
import type { QueuePage } from './list-review-queue.ts';

export function queuePageMessage({
  rows,
  nextCursor,
}: QueuePage): MessageInitShape<typeof ListReviewQueueResponseSchema> {
  return {
    reviews: rows.map(({ kind, since, ...row }) => ({
      ...row,
      kind: ReviewWordsKind[kind],
      since: timestampFromDate(since),
    })),
    nextCursor,
  };
}

export const listReviewQueueInput = (request: ListReviewQueueRequest) => ({
  ...request,
  list: nameOf(ReviewQueueList, request.list),
});

export const decideReviewsInput = (request: DecideReviewsRequest) => ({
  ...request,
  decision: nameOf(ReviewDecision, request.decision),
  reviews: request.reviews.map((seen) => ({ ...seen, kind: nameOf(ReviewWordsKind, seen.kind) })),
});
