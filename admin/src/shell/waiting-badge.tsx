import { Badge } from '@mantine/core';
import { BACK_OFFICE_LIMITS } from '@marquee/rules/back-office-messages';

/** How often what waits is counted again. */
export const COUNT_EVERY_MS = 60_000;

/** How much waits in a room, beside its link; nothing while nothing does. */
export function WaitingBadge({ waiting }: { waiting: number }) {
  if (waiting === 0) return null;
  return (
    <Badge size="sm" variant="light" aria-label={waiting === 1 ? 'One is waiting' : `${waiting} are waiting`}>
      {waiting >= BACK_OFFICE_LIMITS.reportsCountedMax ? '99+' : waiting}
    </Badge>
  );
}
