import { MethodOptions_IdempotencyLevel as Idempotency } from '@bufbuild/protobuf/wkt';
import { ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import { WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { isIdempotent, isRead } from './idempotency.ts';

test('reads, and writes that their contract calls idempotent, may be repeated; no other write', () => {
  const { listReviews, rateFilm } = ReviewService.method;
  const { heartbeat } = WatchService.method;
  expect([listReviews, heartbeat, rateFilm].map(isRead)).toEqual([true, false, false]);
  expect([listReviews, heartbeat, rateFilm].map(isIdempotent)).toEqual([true, true, false]);
  expect([listReviews, heartbeat].map(({ idempotency }) => Idempotency[idempotency])).toEqual([
    'NO_SIDE_EFFECTS',
    'IDEMPOTENT',
  ]);
});
