import type { IncomingMessage } from 'node:http';
import type { Places } from '@marquee/geo/places';
import { interfaceLanguageCodes } from '@marquee/rules/interface-languages';
import type { ClientInfo } from '@marquee/runtime/client-info';
import { clientAddress } from './client-address.ts';
import { languageOfRequest } from './ssr/language.ts';

/** Says what services learn about the browser behind a request: its address, its user agent, its place, its language. */
export function clientOfRequest(
  places: Places,
  trustedProxies: number,
  languageCookie: string,
): (request: IncomingMessage) => Promise<ClientInfo> {
  return async (request) => {
    const ip = clientAddress(request, trustedProxies);
    return {
      ip,
      userAgent: request.headers['user-agent'] ?? '',
      place: await places.of(ip),
      language: languageOfRequest(request, languageCookie, interfaceLanguageCodes),
    };
  };
}
