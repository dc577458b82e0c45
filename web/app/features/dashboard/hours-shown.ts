import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { SalesHour } from '@marquee/contracts/festival/v1/dashboard_pb';

const HOUR_MS = 3_600_000;
const HOURS_MAX = 48;
const HOURS_MIN = 12;

/** Every hour from the first in which something was sold until now, also those in which nothing was: 12 to 48. */
export function hoursShown(hours: readonly SalesHour[], now: Date): { hour: Date; tickets: number }[] {
  const sold = new Map(hours.map(({ hour, tickets }) => [hour ? timestampDate(hour).getTime() : 0, tickets]));
  const last = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const back = (hours: number) => last - (hours - 1) * HOUR_MS;
  const first = Math.max(Math.min(back(HOURS_MIN), ...sold.keys()), back(HOURS_MAX));
  const count = Math.round((last - first) / HOUR_MS) + 1;
  return Array.from({ length: count }, (_hour, index) => {
    const at = first + index * HOUR_MS;
    return { hour: new Date(at), tickets: sold.get(at) ?? 0 };
  });
}
