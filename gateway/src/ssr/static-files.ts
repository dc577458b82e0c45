import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import { type ContentCoding, codedEtag, contentCoding } from './content-coding.ts';

type StaticFile = {
  body: Buffer;
  br?: Buffer;
  gzip?: Buffer;
  type: string;
  etag: string;
  immutable: boolean;
  policy: string | undefined;
};

type StaticFilesOptions = {
  base?: string;
  immutable?: string;
  /** The Content-Security-Policy of a file that needs one. */
  policyOf?: (pathname: string) => string | undefined;
};

export type StaticFiles = {
  /** Answers a request for one of the files; false for any other path. */
  serve(request: IncomingMessage, response: ServerResponse, pathname: string): boolean;
};

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml',
};

const TOTAL_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Reads the files of a built client into memory. `x.br` and `x.gz` are the compressed forms of `x`. Files under
 * `immutable` have a hash in their name and are cached by browsers for a year.
 */
export async function loadStaticFiles(
  directory: string,
  { base = '/', immutable = '/assets/', policyOf }: StaticFilesOptions = {},
): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>();
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  let total = 0;
  for (const path of paths.filter((one) => !/\.(?:br|gz)$/.test(one))) {
    const pathname = base + relative(directory, path).split(sep).join('/');
    if (pathname.includes('/.')) continue;
    const body = await readFile(path);
    total += body.length;
    if (total > TOTAL_BYTES_MAX) throw new Error(`More than ${TOTAL_BYTES_MAX} bytes of static files in ${directory}`);
    files.set(pathname, {
      body,
      ...(paths.includes(`${path}.br`) ? { br: await readFile(`${path}.br`) } : {}),
      ...(paths.includes(`${path}.gz`) ? { gzip: await readFile(`${path}.gz`) } : {}),
      type: types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
      immutable: pathname.startsWith(immutable),
      policy: policyOf?.(pathname),
    });
  }
  return { serve: (request, response, pathname) => serve(files.get(pathname), request, response) };
}

function serve(file: StaticFile | undefined, request: IncomingMessage, response: ServerResponse): boolean {
  if (!file) return false;
  const { body, coding } = coded(file, contentCoding(request.headers['accept-encoding']));
  const etag = codedEtag(file.etag, coding);
  response.setHeader('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('etag', etag);
  response.setHeader('vary', 'accept-encoding');
  response.setHeader('x-content-type-options', 'nosniff');
  if (file.policy) response.setHeader('content-security-policy', file.policy);
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return true;
  }
  response.setHeader('content-type', file.type);
  response.setHeader('content-length', body.length);
  if (coding) response.setHeader('content-encoding', coding);
  response.writeHead(200);
  response.end(request.method === 'HEAD' ? undefined : body);
  return true;
}

function coded(file: StaticFile, coding: ContentCoding | undefined): { body: Buffer; coding?: ContentCoding } {
  const body = coding && file[coding];
  return body ? { body, coding } : { body: file.body };
}
