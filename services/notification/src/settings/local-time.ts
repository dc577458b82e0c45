import { isTimeZone } from '@marquee/rules/notices';

const MINUTE_MS = 60_000;
const MINUTES_PER_DAY = 1_440;
const FORMATS_MAX = 600;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The format of a zone; a zone that was known once and is not any more counts as UTC. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: isTimeZone(timeZone) ? timeZone : 'UTC', hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  // There are about 600 zones with their other names.
  if (formats.size < FORMATS_MAX) formats.set(timeZone, made);
  return made;
}

/** The day, as 2026-11-23, and the minute of the day in a zone. */
export function localTime(at: Date, timeZone: string): { day: string; minute: number } {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    day: `${of('year')}-${of('month')}-${of('day')}`,
    minute: Number(of('hour')) * 60 + Number(of('minute')),
  };
}

/** When the clock of a zone next shows a minute of the day, after a moment. A minute that a change of clocks skips is the next that there is. */
export function nextTime(after: Date, timeZone: string, minute: number): Date {
  const wholeMinute = Math.floor(after.getTime() / MINUTE_MS) * MINUTE_MS;
  const ahead = (minute - localTime(after, timeZone).minute + MINUTES_PER_DAY) % MINUTES_PER_DAY || MINUTES_PER_DAY;
  const at = new Date(wholeMinute + ahead * MINUTE_MS);
  // The clocks change in between: by at most half a day.
  const off = localTime(at, timeZone).minute - minute;
  const turned = ((off + MINUTES_PER_DAY + MINUTES_PER_DAY / 2) % MINUTES_PER_DAY) - MINUTES_PER_DAY / 2;
  const corrected = new Date(at.getTime() - turned * MINUTE_MS);
  return corrected > after ? corrected : at;
}
