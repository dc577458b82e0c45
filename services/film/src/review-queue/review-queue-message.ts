import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type DecideReviewsRequest,
  type ListReviewQueueResponseSchema,
  ReviewDecision,
} from '@marquee/contracts/film/v1/review_queue_pb';
import { nameOf } from '../films/enum-names.ts';
import type { QueuePage } from './list-review-queue.ts';

export function queuePageMessage({
  rows,
  nextCursor,
}: QueuePage): MessageInitShape<typeof ListReviewQueueResponseSchema> {
  return {
    reviews: rows.map(
      ({ id, version, filmId, filmTitle, accountId, writerName, message, rating, heldWords, heldAt }) => ({
        ...{ id, version, filmId, filmTitle, writerId: accountId, writerName, message, rating, heldWords },
        since: timestampFromDate(heldAt),
      }),
    ),
    nextCursor,
  };
}

export function decideReviewsInput(request: DecideReviewsRequest) {
  return { ...request, decision: nameOf(ReviewDecision, request.decision) };
}
