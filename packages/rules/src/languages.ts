import languages from './languages.json' with { type: 'json' };

/** BCP 47 codes, by name in English. */
export const LANGUAGES: readonly { code: string; name: string }[] = languages;
