import { dateFormat } from './intl-formats.ts';

const MINUTE_MS = 60_000;

/** The wall clock of a zone at a moment, as 2026-11-23T19:30. */
export function localTime(at: Date, timeZone: string): string {
  const parts = dateFormat('en-CA', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
    minute: '2-digit',
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`;
}

/** The year on the calendar of a zone. */
export const localYear = (at: Date, timeZone: string): number => Number(localTime(at, timeZone).slice(0, 4));

/** Of a wall clock as if it were of UTC, in milliseconds; NaN for what is none. */
const asUtc = (local: string) => (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN);

/**
 * The moment at which the clocks of a zone show a time such as 2026-11-23T19:30. Of a time that they show twice, the
 * first; undefined for one that they skip, and for what is no time.
 */
export function momentAt(local: string, timeZone: string): Date | undefined {
  const wanted = asUtc(local);
  if (Number.isNaN(wanted)) return undefined;
  // The offset a day before and a day after: of every zone, clocks change at most once in between.
  const offsets = [-1, 1].map((days) => {
    const near = new Date(wanted + days * 1_440 * MINUTE_MS);
    return asUtc(localTime(near, timeZone)) - Math.floor(near.getTime() / MINUTE_MS) * MINUTE_MS;
  });
  const moments = offsets.map((offset) => new Date(wanted - offset)).sort((a, b) => a.getTime() - b.getTime());
  return moments.find((at) => localTime(at, timeZone) === local);
}
