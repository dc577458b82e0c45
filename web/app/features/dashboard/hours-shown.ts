import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { SalesHour } from '@marquee/contracts/festival/v1/dashboard_pb';

const HOUR_MS = 3_600_000;
const HOURS_MAX = 48;

/** Every hour from the first in which something was sold until now, also those in which nothing was: 48 at the most. */
export function hoursShown(hours: readonly SalesHour[], now: Date): { hour: Date; tickets: number }[] {
  const sold = new Map(hours.map(({ hour, tickets }) => [hour ? timestampDate(hour).getTime() : 0, tickets]));
  const last = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const first = Math.max(Math.min(last, ...sold.keys()), last - (HOURS_MAX - 1) * HOUR_MS);
  const count = Math.round((last - first) / HOUR_MS) + 1;
  return Array.from({ length: count }, (_hour, index) => {
    const at = first + index * HOUR_MS;
    return { hour: new Date(at), tickets: sold.get(at) ?? 0 };
  });
}
