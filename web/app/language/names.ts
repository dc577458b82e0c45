import { COUNTRIES, countryName as englishCountry } from '@marquee/rules/countries';
import { languageName as englishLanguage, LANGUAGES } from '@marquee/rules/languages';
import { lingui, pageLanguage } from './words.ts';

type Kind = 'region' | 'language';
type List = 'countries' | 'languages';
const LISTS: Record<Kind, List> = { region: 'countries', language: 'languages' };
const displays = new Map<string, Intl.DisplayNames>();
const known = new Map<string, ReadonlyMap<string, string>>();

/** The names of a catalogue by their codes, in its order. Of English, and of a catalogue without them, none. */
function namesOf(list: List): ReadonlyMap<string, string> {
  const text = lingui().messages[`names of ${list}`];
  const lines = typeof text === 'string' ? text : '';
  const names =
    known.get(lines) ??
    new Map(
      lines.split('\n').map((line) => {
        const end = line.indexOf(' ');
        return [line.slice(0, end), line.slice(end + 1)] as const;
      }),
    );
  known.set(lines, names);
  return names;
}

function nameOf(type: Kind, code: string, inEnglish: (code: string) => string): string {
  const language = pageLanguage();
  const name = language === 'en' ? inEnglish(code) : namesOf(LISTS[type]).get(code);
  return name && name !== code ? name : nameByIntl(type, code, language, inEnglish);
}

/** The name of a code outside of our lists, or that of a person's typing. */
function nameByIntl(type: Kind, code: string, language: string, inEnglish: (code: string) => string): string {
  const key = `${type} ${language}`;
  const display = displays.get(key) ?? new Intl.DisplayNames(language, { type, fallback: 'none' });
  displays.set(key, display);
  try {
    const name = display.of(code) ?? inEnglish(code);
    return type === 'language' ? `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)}` : name;
  } catch {
    // A code that is none: somebody has typed something.
    return inEnglish(code);
  }
}

export const countryName = (code: string): string => nameOf('region', code, englishCountry);
export const languageName = (code: string): string => nameOf('language', code, englishLanguage);

/** By name, in the order of the language: that of its catalogue, which is the same on the server and in every browser. */
function sorted<Item extends { code: string; name: string }>(list: List, items: Item[]): Item[] {
  const places = new Map([...namesOf(list).keys()].map((code, place) => [code, place]));
  return items.sort((a, b) => (places.get(a.code) ?? 0) - (places.get(b.code) ?? 0));
}

export const countries = () =>
  sorted(
    'countries',
    COUNTRIES.map((country) => ({ ...country, name: countryName(country.code) })),
  );
export const languages = () =>
  sorted(
    'languages',
    LANGUAGES.map(({ code }) => ({ code, name: languageName(code) })),
  );
