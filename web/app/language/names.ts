import { COUNTRIES, countryName as englishCountry } from '@marquee/rules/countries';
import { languageName as englishLanguage, LANGUAGES } from '@marquee/rules/languages';
import { pageLanguage } from './words.ts';

type Kind = 'region' | 'language';
const displays = new Map<string, Intl.DisplayNames>();

function nameOf(type: Kind, code: string, inEnglish: (code: string) => string): string {
  const language = pageLanguage();
  if (language === 'en') return inEnglish(code);
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

/** By name, in the order of the language. */
function sorted<Item extends { name: string }>(items: Item[]): Item[] {
  const language = pageLanguage();
  return language === 'en' ? items : items.sort((a, b) => a.name.localeCompare(b.name, language));
}

export const countries = () => sorted(COUNTRIES.map((country) => ({ ...country, name: countryName(country.code) })));
export const languages = () => sorted(LANGUAGES.map(({ code }) => ({ code, name: languageName(code) })));
