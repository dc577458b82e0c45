import { languageCookieName } from '../language/language-cookie.ts';

/** What the offline page says. The same texts stand in the page that the app shows, whose translations these are. */
export const OFFLINE_WORDS = {
  title: 'This page could not be reached.',
  offline: 'You are offline. It is loaded when you are back.',
  online: 'Check your network and try again.',
  again: 'Try again',
  back: 'Go back',
} as const;

export type OfflineWords = Record<keyof typeof OFFLINE_WORDS, string>;
/** By the codes of all languages but English. */
export type OfflineCatalogues = Partial<Record<string, OfflineWords>>;

type Reader = { cookie: string; here: Pick<Location, 'protocol' | 'port'>; languages: readonly string[] };

/** The words in the language that the reader chose here, or else in the first of the browser's that there is [SET-07]. */
export function offlineWords(
  catalogues: OfflineCatalogues,
  { cookie, here, languages }: Reader,
): { language: string; words: OfflineWords } {
  const known: OfflineCatalogues = { ...catalogues, en: OFFLINE_WORDS };
  const name = `${languageCookieName(here)}=`;
  const chosen = cookie.split('; ').find((pair) => pair.startsWith(name));
  const wanted = [chosen?.slice(name.length) ?? '', ...languages.map((tag) => tag.toLowerCase().split('-')[0] ?? '')];
  for (const language of wanted) {
    const words = Object.hasOwn(known, language) && known[language];
    if (words) return { language, words };
  }
  return { language: 'en', words: OFFLINE_WORDS };
}
