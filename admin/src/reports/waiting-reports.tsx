import { useQuery } from '@connectrpc/connect-query';
import { Badge } from '@mantine/core';
import { ReportQueueService } from '@marquee/contracts/identity/v1/report_queue_pb';
import { BACK_OFFICE_LIMITS } from '@marquee/rules/back-office-messages';

const COUNT_EVERY_MS = 60_000;

/** How many reports wait for staff, in the navigation. */
export function WaitingReports() {
  const { data } = useQuery(ReportQueueService.method.countReports, {}, { refetchInterval: COUNT_EVERY_MS });
  const waiting = data?.waiting ?? 0;
  if (waiting === 0) return null;
  return (
    <Badge size="sm" variant="light" aria-label={waiting === 1 ? 'One is waiting' : `${waiting} are waiting`}>
      {waiting >= BACK_OFFICE_LIMITS.reportsCountedMax ? '99+' : waiting}
    </Badge>
  );
}
