/** The name of the cookie that the gateway reads; it pins it to the host where it can, as its own. */
export function languageCookieName({ protocol, port }: Pick<Location, 'protocol' | 'port'>): string {
  return protocol === 'https:' ? '__Host-marquee-language' : `marquee-language-${port || '80'}`;
}
