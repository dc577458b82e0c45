import * as english from '@marquee/rules/format';
import { addedDateIn, momentIn, timeZoneIn, writtenIn } from '@marquee/rules/format-in';
import { fixedFormat, listFormat, sizeFormat, usdFormat } from '@marquee/rules/intl-formats';
import { _, pageLanguage } from './words.ts';

export { formatPosition, formatRunningTime, headerTitle } from '@marquee/rules/format';

// The exact forms of the specification are those of English; other languages have their own, by Intl.

const written = (date: Date, timeZone: string | undefined, options: Intl.DateTimeFormatOptions) =>
  writtenIn(pageLanguage(), date, timeZone, options);

const isEnglish = () => pageLanguage() === 'en';

/** When a screening starts, without its time zone [FLM-10]. */
export function formatScreeningDate(date: Date, timeZone?: string): string {
  if (isEnglish()) return english.formatScreeningDate(date, timeZone);
  return written(date, timeZone, {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  });
}

/** The short name of a time zone at that time. */
export function formatTimeZone(date: Date, timeZone?: string): string {
  if (isEnglish()) return english.formatTimeZone(date, timeZone);
  return timeZoneIn(pageLanguage(), date, timeZone);
}

/** A day [FLM-10]. */
export const formatAddedDate = (date: Date, timeZone?: string): string => addedDateIn(pageLanguage(), date, timeZone);

/** A time of the day, on one line. */
export const formatClock = (date: Date, timeZone: string): string =>
  english.unbroken(written(date, timeZone, { hour: '2-digit', minute: '2-digit' }));

/** A day with its weekday. */
export const formatDay = (date: Date, timeZone: string): string =>
  written(date, timeZone, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });

/** The month of an ISO day. */
export function formatMonth(isoDay: string): string {
  if (isEnglish()) return english.formatMonth(isoDay);
  return written(new Date(`${isoDay}T00:00:00Z`), 'UTC', { year: 'numeric', month: 'long' });
}

/** A moment in a sentence. */
export const formatMoment = (date: Date, timeZone?: string): string => momentIn(pageLanguage(), date, timeZone);

/** What is left of a film; at least a minute. */
export function formatTimeLeft(milliseconds: number): string {
  const time = english.formatRunningTime(Math.max(60, Math.round(milliseconds / 60_000) * 60));
  return _('{time} left', { time });
}

/** US cents. */
export function formatUsd(cents: number | bigint): string {
  if (isEnglish()) return english.formatUsd(cents);
  return usdFormat(pageLanguage()).format(Number(cents) / 100);
}

/** A measured value, with at most two digits after the point. */
export const formatDecimal = (value: number): string =>
  value.toLocaleString(pageLanguage(), { maximumFractionDigits: 2 });

/** A number with so many digits after the point, such as a mean of ratings. */
export const formatFixed = (value: number, digits: number): string => fixedFormat(pageLanguage(), digits).format(value);

const SIZES = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** The size of a file, such as 3.4 MB, on one line. */
export function formatSize(bytes: number | bigint): string {
  let size = Number(bytes) / 1000;
  let place = 0;
  while (size >= 1000 && place < SIZES.length - 1) {
    size /= 1000;
    place += 1;
  }
  const digits = size < 10 ? 1 : 0;
  const format = sizeFormat(pageLanguage(), SIZES[place] ?? 'gigabyte', digits);
  return english.unbroken(format.format(Math.max(0.1, size)));
}

/** A number with the separators of the language. */
export const formatCount = (count: number | bigint): string => count.toLocaleString(pageLanguage());

/** British lists have no comma before "and". */
const listsOf = (type: Intl.ListFormatType) => listFormat(isEnglish() ? 'en-GB' : pageLanguage(), type);

/** "A", "A and B", "A, B and C". */
export const formatList = (items: readonly string[]): string => listsOf('conjunction').format(items);

/** A part of a list: an item, with its index, or what stands between two. */
export type ListPart = { text: string; index?: number };

/** The parts of "A, B and C", or of "A, B or C", in order: for lists whose items are more than text. */
export function listParts(items: readonly string[], type: Intl.ListFormatType = 'conjunction'): ListPart[] {
  let index = 0;
  return listsOf(type)
    .formatToParts(items)
    .map(({ type: kind, value: text }) => (kind === 'element' ? { text, index: index++ } : { text }));
}
