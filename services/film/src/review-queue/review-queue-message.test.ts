import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type DecideReviewsRequest,
  ReviewDecision,
  ReviewWordsKind,
  WordsReportReason,
} from '@marquee/contracts/film/v1/review_queue_pb';
import type { QueuePage } from './list-review-queue.ts';
import { decideReviewsInput, queuePageMessage } from './review-queue-message.ts';

const [since, reportedUntil] = [new Date('2026-11-01'), new Date('2026-11-02')];
const row = {
  id: 'r',
  kind: 'REVIEW',
  since,
  reports: [],
  reportedUntil: null,
} as unknown as QueuePage['rows'][number];
const shown = (changes: object) =>
  queuePageMessage({ rows: [{ ...row, ...changes }], nextCursor: '' }).reviews?.[0] ?? {};

test('words in the queue say until when they were reported, and why', () => {
  const reports = ['SPAM', 'A_NEWER_REASON'].map((reason) => ({
    reason,
    details: '',
    reporterId: 'a',
    reporterName: '',
  }));
  expect(shown({ reports, reportedUntil })).toMatchObject({
    ...{
      kind: ReviewWordsKind.REVIEW,
      since: timestampFromDate(since),
      reportedUntil: timestampFromDate(reportedUntil),
    },
    reports: [{ reason: WordsReportReason.SPAM }, { reason: WordsReportReason.OTHER }],
  });
  expect(shown({})).not.toHaveProperty('reportedUntil');
});

test('a decision is about the words as they were seen', () => {
  const decided = (until: Date | undefined) => {
    const reviews = [{ id: 'r', kind: ReviewWordsKind.REPLY, reportedUntil: until && timestampFromDate(until) }];
    const request = { decision: ReviewDecision.UNSPECIFIED, reviews } as unknown as DecideReviewsRequest;
    return decideReviewsInput(request).reviews[0];
  };
  expect(decided(reportedUntil)).toMatchObject({ kind: 'REPLY', reportedUntil });
  expect(decided(undefined)?.reportedUntil).toBeUndefined();
});
