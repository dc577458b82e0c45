import type { InterfaceLanguage } from '@marquee/rules/interface-languages';
import { sessionHint } from '../api/browser/page-account.ts';
import { languageCookieName } from './language-cookie.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/** Keeps a choice in this browser, for its next pages [SET-07]. */
export function keepLanguage(language: InterfaceLanguage): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is younger than the browsers we serve.
  document.cookie = `${languageCookieName(location)}=${language}; Path=/; SameSite=Lax; Max-Age=${YEAR_S}${secure}`;
}

/**
 * Shows this page and the next ones in another language. The page is loaded again, as its texts are the server's; who is
 * signed in has the choice in other browsers too.
 */
export async function chooseLanguage(language: InterfaceLanguage): Promise<void> {
  keepLanguage(language);
  if (sessionHint() !== '') {
    const { keepPreferredLanguage } = await import('./account-language.ts');
    await keepPreferredLanguage(language);
  }
  location.reload();
}
