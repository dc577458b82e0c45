import { type Timestamp, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { formatMoment } from '@marquee/rules/format';
import type { Dates } from './use-featured.tsx';

const two = (part: number) => String(part).padStart(2, '0');

/** A time as a field of type datetime-local holds it: in the time zone of the browser, to the minute. */
export function fieldOf(at: Timestamp | undefined): string {
  if (!at) return '';
  const date = timestampDate(at);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Undefined for an empty field. */
export function timeOf(field: string): Timestamp | undefined {
  return field === '' ? undefined : timestampFromDate(new Date(field));
}

/** "Nov 20, 2026 at 12:00 PM to Nov 24, 2026 at 12:00 PM", in the time zone of the browser. */
export function datesText({ startsAt, endsAt }: Dates): string {
  const start = startsAt && formatMoment(timestampDate(startsAt));
  const end = endsAt && formatMoment(timestampDate(endsAt));
  if (start && end) return `${start} to ${end}`;
  if (start) return `From ${start}`;
  return end ? `Until ${end}` : 'No dates';
}
