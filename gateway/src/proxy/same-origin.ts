import type { IncomingMessage } from 'node:http';

/**
 * Whether a page of this site made the request, by `Sec-Fetch-Site`, which scripts cannot set, or by Origin in browsers
 * without it.
 */
export function isSameOrigin(request: IncomingMessage, origin: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return request.headers.origin === origin;
}
