/** The languages of the interface and of every message, each by its own name, in the order of the settings [SET-07]. */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'es', name: 'Español' },
  { code: 'fr', name: 'Français' },
] as const;

/** A language of the interface, as a BCP 47 code. */
export type Language = (typeof LANGUAGES)[number]['code'];

/** The language of texts in code, and of whoever did not choose one that we have. */
export const LANGUAGE_DEFAULT: Language = 'en';

export const LANGUAGE_CODES = LANGUAGES.map(({ code }) => code);

export function isLanguage(text: string | undefined): text is Language {
  return LANGUAGES.some(({ code }) => code === text);
}

/** The language, or the default for a text that names none. */
export function languageOr(text: string | undefined): Language {
  return isLanguage(text) ? text : LANGUAGE_DEFAULT;
}

/** Ranges of an Accept-Language header that are looked at. */
const RANGES_MAX = 20;

/**
 * The language of a browser: the one that was chosen in it, else the first that it asks for (RFC 9110, Accept-Language)
 * and that there is, in whatever region. fr-CA is French.
 */
export function languageOfBrowser(chosen: string | undefined, acceptLanguage: string | undefined): Language {
  if (isLanguage(chosen)) return chosen;
  const wanted = (acceptLanguage ?? '')
    .split(',', RANGES_MAX)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { code: tag.split('-')[0]?.toLowerCase(), quality: quality ? Number(quality.slice(2)) : 1 };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  for (const { code } of wanted) if (isLanguage(code)) return code;
  return LANGUAGE_DEFAULT;
}
