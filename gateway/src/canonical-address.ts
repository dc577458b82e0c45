import type { IncomingMessage, ServerResponse } from 'node:http';
import { canonicalId } from '@marquee/runtime/canonical-id';
import { isRead } from './is-read.ts';

/** Addresses whose paths hold no id, or whose services read ids themselves. */
const NOT_PAGES = /^\/(?:assets|rpc|uploads|v|workers|dev)(?:\/|$)/;
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/**
 * Sends who asks for a page by an id in capitals to its one address, so that a page is kept, counted and dropped as one;
 * false for every other request.
 */
export function redirected(request: IncomingMessage, response: ServerResponse): boolean {
  if (!isRead(request)) return false;
  const { url = '/' } = request;
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  // Without a capital letter there is nothing to do, which is nearly always.
  if (!/[A-F]/.test(path) || NOT_PAGES.test(path)) return false;
  const canonical = path.replace(ID, canonicalId);
  // An address that begins with two slashes, as browsers also read a backslash, would name a host.
  if (canonical === path || /^\/[/\\]/.test(canonical)) return false;
  response
    .writeHead(308, { location: at < 0 ? canonical : canonical + url.slice(at), 'cache-control': 'no-store' })
    .end();
  return true;
}
