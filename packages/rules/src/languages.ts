import languages from './languages.json' with { type: 'json' };

/** BCP 47 codes, by name in English. */
export const LANGUAGES: readonly { code: string; name: string }[] = languages;

const NAMES: ReadonlyMap<string, string> = new Map(LANGUAGES.map(({ code, name }) => [code, name]));

/** The name of a language in English, or its code when it is not in the list. */
export function languageName(code: string): string {
  return NAMES.get(code) ?? code;
}
