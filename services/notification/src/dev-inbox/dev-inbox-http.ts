import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '@marquee/runtime/log';
import type { Attachment } from '../messages/message.ts';
import type { DevInbox } from './dev-inbox.ts';
import { devInboxPage } from './dev-inbox-page.ts';

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
const FILE_PATH = /^\/dev\/inbox\/([^/]+)\/files\/(\d{1,3})$/;
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

export type DevInboxServer = { port: number; close(): Promise<void> };

/**
 * Serves the development inbox on the loopback device. A request must name a host of this machine or of PUBLIC_URL:
 * otherwise any page in the developer's browser could read it through a name that it points at 127.0.0.1.
 */
export async function serveDevInbox(options: {
  inbox: DevInbox;
  port: number;
  publicUrl: string;
  log: Logger;
}): Promise<DevInboxServer> {
  const hosts = new Set([...LOOPBACK_NAMES, new URL(options.publicUrl).hostname]);
  const server = createServer((request, response) => {
    respond(options.inbox, hosts, request, response).catch((error: unknown) => {
      options.log.error({ err: error }, 'the development inbox failed');
      send(response, 500, 'text/plain; charset=utf-8', 'The development inbox failed; the log says why.\n');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(inbox: DevInbox, hosts: Set<string>, request: IncomingMessage, response: ServerResponse) {
  const host = hostNameOf(request.headers.host);
  if (!host || !hosts.has(host)) return send(response, 421, 'text/plain; charset=utf-8', 'Unknown host.\n');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return send(response, 405, 'text/plain; charset=utf-8', 'Only GET is answered here.\n');
  }
  const { pathname } = new URL(request.url ?? '/', 'http://inbox');
  if (pathname === '/dev/inbox') {
    return send(response, 200, 'text/html; charset=utf-8', devInboxPage(await inbox.list()));
  }
  if (pathname === '/dev/inbox.json') {
    return send(response, 200, 'application/json; charset=utf-8', JSON.stringify(await inbox.list()));
  }
  const [, id, index] = FILE_PATH.exec(pathname) ?? [];
  const file = id && (await inbox.attachment(id, Number(index)));
  if (file) return sendFile(response, file);
  return send(response, 404, 'text/plain; charset=utf-8', 'Not found.\n');
}

/** As a download: a file of a mail is not shown on this site. */
function sendFile(response: ServerResponse, { filename, contentType, content }: Attachment): void {
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`;
  response.setHeader('content-disposition', disposition);
  send(response, 200, contentType, content);
}

function hostNameOf(header: string | undefined): string | undefined {
  if (!header || !URL.canParse(`http://${header}`)) return undefined;
  return new URL(`http://${header}`).hostname;
}

function send(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  response.writeHead(status, { ...HEADERS, 'content-type': type });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
