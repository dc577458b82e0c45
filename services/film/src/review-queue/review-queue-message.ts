import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type DecideReviewsRequest,
  type ListReviewQueueRequest,
  type ListReviewQueueResponseSchema,
  ReviewDecision,
  ReviewQueueList,
  ReviewWordsKind,
  WordsReportReason,
} from '@marquee/contracts/film/v1/review_queue_pb';
import { nameOf } from '../films/enum-names.ts';
import type { QueuePage } from './list-review-queue.ts';

const reasons = WordsReportReason as unknown as Record<string, WordsReportReason>;

export function queuePageMessage({
  rows,
  nextCursor,
}: QueuePage): MessageInitShape<typeof ListReviewQueueResponseSchema> {
  return {
    reviews: rows.map(({ kind, since, reports, reportedUntil, ...row }) => ({
      ...row,
      reports: reports.map(({ reason, ...report }) => ({
        ...report,
        reason: reasons[reason] ?? WordsReportReason.OTHER,
      })),
      kind: ReviewWordsKind[kind],
      since: timestampFromDate(since),
      ...(reportedUntil && { reportedUntil: timestampFromDate(reportedUntil) }),
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
  reviews: request.reviews.map((seen) => ({
    ...seen,
    kind: nameOf(ReviewWordsKind, seen.kind),
    reportedUntil: seen.reportedUntil && timestampDate(seen.reportedUntil),
  })),
});
