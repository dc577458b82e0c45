import type { IncomingMessage } from 'node:http';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Whether the request's only Host header is the public host. Others get 421, so that no page, link or cache entry is made
 * for a name that a client chose. If the public host is a loopback name, all loopback names of its port are accepted.
 */
export function hostCheck(publicUrl: URL): (request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>) => boolean {
  const allowed = new Set([publicUrl.host]);
  const port = publicUrl.port ? `:${publicUrl.port}` : '';
  if (LOOPBACK.includes(publicUrl.hostname)) for (const name of LOOPBACK) allowed.add(`${name}${port}`);
  return ({ headers: { host }, rawHeaders }) =>
    host !== undefined && allowed.has(host.toLowerCase()) && !isRepeated(rawHeaders, 'host');
}

// Node uses the first of several; a proxy in front may use another.
function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let found = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === name) found += 1;
  }
  return found > 1;
}
