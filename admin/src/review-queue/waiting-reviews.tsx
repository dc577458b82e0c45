import { useQuery } from '@connectrpc/connect-query';
import { ReviewQueueService } from '@marquee/contracts/film/v1/review_queue_pb';
import { COUNT_EVERY_MS, WaitingBadge } from '../shell/waiting-badge.tsx';

/** How many reviews wait for staff, in the navigation. */
export function WaitingReviews() {
  const { data } = useQuery(ReviewQueueService.method.countReviewQueue, {}, { refetchInterval: COUNT_EVERY_MS });
  return <WaitingBadge waiting={data?.waiting ?? 0} />;
}
