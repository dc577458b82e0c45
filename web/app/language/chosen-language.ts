import type { InterfaceLanguage } from '@marquee/rules/interface-languages';

const YEAR_S = 365 * 24 * 60 * 60;

/** The name of the cookie that the gateway reads; it pins it to the host where it can, as its own. */
function cookieName({ protocol, port }: Pick<Location, 'protocol' | 'port'>): string {
  return protocol === 'https:' ? '__Host-marquee-language' : `marquee-language-${port || '80'}`;
}

/** The language that somebody has chosen in this browser. */
export function chosenLanguage(): string | undefined {
  const name = cookieName(location);
  return document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** Keeps a choice in this browser, for its next pages [SET-07]. */
export function keepLanguage(language: InterfaceLanguage): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is younger than the browsers we serve.
  document.cookie = `${cookieName(location)}=${language}; Path=/; SameSite=Lax; Max-Age=${YEAR_S}${secure}`;
}

/** Shows the page in another language: it is loaded again, as its texts are the server's. */
export function chooseLanguage(language: InterfaceLanguage): void {
  keepLanguage(language);
  location.reload();
}
