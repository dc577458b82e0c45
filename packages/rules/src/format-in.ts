import { formatAddedDate, formatMoment, unbroken } from './format.ts';
import { dateFormat } from './intl-formats.ts';

// Days and moments in the language of their reader, the same in pages, mails and notices. The exact forms of the
// specification are those of English; other languages have their own, by Intl.

/** By Intl, in the time zone of this machine unless one is given. */
export function writtenIn(
  language: string,
  date: Date,
  timeZone: string | undefined,
  options: Intl.DateTimeFormatOptions,
): string {
  return dateFormat(language, { ...options, ...(timeZone && { timeZone }) }).format(date);
}

/** The short name of a time zone at that time. */
export function timeZoneIn(language: string, date: Date, timeZone?: string): string {
  const format = dateFormat(language, { timeZoneName: 'short', ...(timeZone && { timeZone }) });
  return format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** A day: Nov 05, 2026; 5 nov 2026; 5 nov. 2026 [FLM-10]. */
export function addedDateIn(language: string, date: Date, timeZone?: string): string {
  if (language === 'en') return formatAddedDate(date, timeZone);
  return writtenIn(language, date, timeZone, { dateStyle: 'medium' });
}

/** A moment in a sentence; it names its time zone where one is given. */
export function momentIn(language: string, date: Date, timeZone?: string): string {
  if (language === 'en') return formatMoment(date, timeZone);
  const moment = writtenIn(language, date, timeZone, { dateStyle: 'medium', timeStyle: 'short' });
  return timeZone ? `${moment}${unbroken(` ${timeZoneIn(language, date, timeZone)}`)}` : moment;
}
