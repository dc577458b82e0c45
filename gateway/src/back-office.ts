import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { isStaff } from '@marquee/runtime/viewer';
import type { BrowserSessions } from './browser-sessions.ts';
import { loadStaticFiles } from './ssr/static-files.ts';

const BACK_OFFICE_PATH = '/superadmin';

// Mantine writes its style sheet into the page as it runs.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  // The player: film comes through Media Source, and the engine works beside the page.
  "media-src 'self' blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The path when the address lies in the back office, else undefined. Not parsed by URL, which throws on '//'. */
export function backOfficePath(address: string): string | undefined {
  const [pathname = ''] = address.split('?', 1);
  return pathname === BACK_OFFICE_PATH || pathname.startsWith(`${BACK_OFFICE_PATH}/`) ? pathname : undefined;
}

/**
 * The back office's one page and its files, for ADMIN and SUPER-USER alone [ADU-11]. A visitor signs in and comes back;
 * everybody else gets the forbidden page, under its own address: the browser takes over the page of the address that it
 * sees.
 */
export async function backOffice(directory: string, sessions: BrowserSessions) {
  const files = await loadStaticFiles(directory, {
    base: `${BACK_OFFICE_PATH}/`,
    immutable: `${BACK_OFFICE_PATH}/assets/`,
  });
  const page = await readFile(join(directory, 'index.html'));
  return async (request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> => {
    if (pathname.startsWith(`${BACK_OFFICE_PATH}/assets/`)) {
      if (!files.serve(request, response, pathname)) response.writeHead(404).end();
      return;
    }
    const { session } = await sessions.resolve(request);
    if (!session) return lead(response, `/sign-in?returnTo=${encodeURIComponent(request.url ?? BACK_OFFICE_PATH)}`);
    if (!isStaff(session.viewer)) return lead(response, '/forbidden');
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      'content-length': page.length,
    });
    response.end(request.method === 'HEAD' ? undefined : page);
  };
}

function lead(response: ServerResponse, location: string): void {
  response.writeHead(302, { location, 'cache-control': 'no-store' }).end();
}
