import { formatAddedDate, formatMoment } from './format.ts';

/** What stands in the places of a message: a day or a moment, which the English of services gives in UTC, or a line. */
type Places = { day: Date } | { moment: Date } | { line: number };

/**
 * A message with a place in English, and what it is made of: the text is the id of its translations, and a time is given
 * as RFC 3339, so that a browser can word it in its own language and time zone.
 */
export function worded(
  text: string,
  places: Places,
): { message: string; wording: { text: string; values: Record<string, string> } } {
  if ('line' in places) {
    const line = String(places.line);
    return { message: text.replace('{line}', line), wording: { text, values: { line } } };
  }
  const [place, at, shown] =
    'day' in places
      ? (['day', places.day, formatAddedDate(places.day, 'UTC')] as const)
      : (['moment', places.moment, formatMoment(places.moment, 'UTC')] as const);
  return { message: text.replace(`{${place}}`, shown), wording: { text, values: { [place]: at.toISOString() } } };
}
