import { useQuery } from '@connectrpc/connect-query';
import { ReportQueueService } from '@marquee/contracts/identity/v1/report_queue_pb';
import { COUNT_EVERY_MS, WaitingBadge } from '../shell/waiting-badge.tsx';

/** How many reports wait for staff, in the navigation. */
export function WaitingReports() {
  const { data } = useQuery(ReportQueueService.method.countReports, {}, { refetchInterval: COUNT_EVERY_MS });
  return <WaitingBadge waiting={data?.waiting ?? 0} />;
}
