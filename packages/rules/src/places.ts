import { COUNTRIES } from './countries.ts';

const codes = new Map<string, string>();

/**
 * A place as identity writes it, such as "Lisbon, Portugal" or "Portugal", with its country in another language. What is
 * no country we know stays as it is.
 */
export function placeIn(place: string, language: string): string {
  if (codes.size === 0) {
    const english = new Intl.DisplayNames('en', { type: 'region' });
    for (const { code } of COUNTRIES) codes.set(english.of(code) ?? code, code);
  }
  const at = place.lastIndexOf(', ') + 1;
  const code = codes.get(place.slice(at).trim());
  if (!code) return place;
  return `${place.slice(0, at)}${at > 0 ? ' ' : ''}${new Intl.DisplayNames(language, { type: 'region' }).of(code)}`;
}
