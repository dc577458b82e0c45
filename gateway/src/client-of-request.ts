import type { IncomingMessage } from 'node:http';
import type { Places } from '@marquee/geo/places';
import type { ClientInfo } from '@marquee/runtime/client-info';
import { clientAddress } from './client-address.ts';

/** Says what services learn about the browser behind a request: its address, its user agent, its place. */
export function clientOfRequest(
  places: Places,
  trustedProxies: number,
): (request: IncomingMessage) => Promise<ClientInfo> {
  return async (request) => {
    const ip = clientAddress(request, trustedProxies);
    return { ip, userAgent: request.headers['user-agent'] ?? '', place: await places.of(ip) };
  };
}
