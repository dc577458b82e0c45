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
 * The back office's one page and its files, for ADMIN and SUPER-USER alone. `refuse` shows everybody else the
 * forbidden page [ADU-11].
 */
export async function backOffice(
  directory: string,
  sessions: BrowserSessions,
  refuse: (request: IncomingMessage, response: ServerResponse) => void,
) {
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
    if (!session || !isStaff(session.viewer)) return refuse(request, response);
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      'content-length': page.length,
    });
    response.end(request.method === 'HEAD' ? undefined : page);
  };
}
