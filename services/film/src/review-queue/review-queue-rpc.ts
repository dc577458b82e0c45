import { ReviewQueueService } from '@marquee/contracts/film/v1/review_queue_pb';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write } from '@marquee/service/use-case';
import type { FilmResources } from '../resources.ts';
import { countReviewQueue } from './count-review-queue.ts';
import { decideReviews, decideReviewsSchema } from './decide-reviews.ts';
import { listReviewQueue, listReviewQueueSchema } from './list-review-queue.ts';
import { decideReviewsInput, listReviewQueueInput, queuePageMessage } from './review-queue-message.ts';

/** For staff alone: the contract declares it. */
export const reviewQueueRpc = rpc<FilmResources>()(ReviewQueueService, {
  listReviewQueue: read(listReviewQueueSchema, listReviewQueue, queuePageMessage, { from: listReviewQueueInput }),
  countReviewQueue: read(noInput, countReviewQueue),
  decideReviews: write(decideReviewsSchema, decideReviews, ({ leftIds }) => ({ leftIds }), {
    from: decideReviewsInput,
  }),
});
