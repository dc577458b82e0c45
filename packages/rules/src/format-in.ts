import { formatAddedDate, formatMoment, unbroken } from './format.ts';

// Days and moments in the language of their reader, the same in pages, mails and notices. The exact forms of the
// specification are those of English; other languages have their own, by Intl.

/** More than pages use at one time. Zones are what somebody typed, in small letters or capitals, and a format takes dozens of KB. */
const FORMATS_MAX = 200;
/** The one that was used longest ago comes first. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** By Intl, in the time zone of this machine unless one is given. */
export function writtenIn(
  language: string,
  date: Date,
  timeZone: string | undefined,
  options: Intl.DateTimeFormatOptions,
): string {
  const key = `${language} ${timeZone} ${Object.values(options).join()}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, ...(timeZone && { timeZone }) });
  formats.delete(key);
  formats.set(key, format);
  const [oldest] = formats.size > FORMATS_MAX ? formats.keys() : [];
  if (oldest !== undefined) formats.delete(oldest);
  return format.format(date);
}

/** The short name of a time zone at that time. */
export function timeZoneIn(language: string, date: Date, timeZone?: string): string {
  const format = new Intl.DateTimeFormat(language, { timeZoneName: 'short', ...(timeZone && { timeZone }) });
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
