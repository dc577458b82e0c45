// Answers with the headers of a gateway that matter to an edge. `node gateway-double.ts PORT NAME` runs one as a process.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export type GatewayDouble = {
  port: number;
  /** Requests that arrived, as `METHOD /path`. */
  requests: string[];
  /** Bytes of bodies that have arrived so far. */
  received(): number;
  close(): Promise<void>;
};

const PAGE_BYTES = 100_000;
const PUBLIC = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', 'x-accel-expires': '1' };

export async function gatewayDouble(name: string, port = 0): Promise<GatewayDouble> {
  const requests: string[] = [];
  let received = 0;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    answer(name, requests.length, request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    received: () => received,
    close: () => close(server),
  };
}

function answer(name: string, count: number, request: IncomingMessage, response: ServerResponse): void {
  const page = `<!doctype html><p>${name} ${count} ${languageOf(request)}</p>`.padEnd(PAGE_BYTES, ' ');
  const path = request.url?.split('?', 1)[0] ?? '';
  const routes: Record<string, () => void> = {
    '/viewer': () => response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' }).end(page),
    '/cookie': () => response.writeHead(200, { ...PUBLIC, 'set-cookie': 'session=1' }).end(page),
    '/busy': () => response.writeHead(503, { 'retry-after': '5' }).end('busy'),
    '/rpc/cut': () => request.socket.destroy(),
    '/rpc/headers': () => response.end(JSON.stringify(request.headers)),
    '/rpc/stream': () => {
      response.writeHead(200, { 'content-type': 'application/connect+proto', 'x-accel-buffering': 'no' });
      response.write('first');
    },
  };
  const takesFile = () => request.on('end', () => response.writeHead(204).end());
  const answered = routes[path] ?? (() => answerCoded(request, response, page, `"${count}"`));
  const found = /^\/(?:uploads|workers)\//.test(path) ? takesFile : answered;
  found();
}

/** A public page as it was compressed before. An edge asks for one coding. */
function answerCoded(request: IncomingMessage, response: ServerResponse, page: string, etag: string): void {
  const coding = request.headers['accept-encoding'];
  const compress = coding === 'br' ? brotliCompressSync : coding === 'gzip' ? gzipSync : undefined;
  // A test of what is kept asks for a page that is kept longer than it takes.
  const life = request.url?.endsWith('?kept') ? { 'x-accel-expires': '60' } : {};
  const headers = {
    ...PUBLIC,
    ...life,
    etag,
    vary: 'accept-encoding',
    'content-language': languageOf(request),
    ...(compress && { 'content-encoding': coding }),
  };
  response.writeHead(200, headers).end(compress ? compress(page) : page);
}

/** As the gateway reads it: of all cookies only the one with the exact name. */
function languageOf({ headers }: IncomingMessage): string {
  const chosen = /(?:^|;)\s*__Host-marquee-language=(en|es|fr)(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  return chosen ?? headers['accept-language'] ?? '';
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

const [, program = '', port, name] = process.argv;
if (program.endsWith('gateway-double.ts')) await gatewayDouble(name ?? 'double', Number(port));
