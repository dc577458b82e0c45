import type { IncomingMessage } from 'node:http';
import { currentCall } from '@marquee/runtime/context';
import type { Logger } from '@marquee/runtime/log';
import type { Express } from 'express';
import type { BrowserSessions } from './browser-sessions.ts';
import { httpPass } from './http-pass.ts';
import { isRead } from './is-read.ts';
import { Overloaded } from './overloaded.ts';
import { nameRoute, traceRequest } from './request-trace.ts';

const UPLOADS = '/uploads';
const WORKERS = '/workers';
/** Paths whose bodies are files, which may take minutes or hours. */
// As Express finds its routes, which takes capitals for small letters.
const FILE_PATHS = new RegExp(`^(?:${UPLOADS}|${WORKERS})(?:[/?]|$)`, 'i');
const MEDIA_PATHS = /^\/(?:media|v)(?:[/?]|$)/i;

/** Whether a request asks for a picture or a part of a film. */
export const readsFile = ({ url = '/' }: Pick<IncomingMessage, 'url'>): boolean => MEDIA_PATHS.test(url);

const WORKER_PATHS = new RegExp(`^${WORKERS}(?:[/?]|$)`, 'i');

/** Whether a request is of a worker on another machine, which a key of its own identifies. */
export const isOfWorker = ({ url = '/' }: Pick<IncomingMessage, 'url'>): boolean => WORKER_PATHS.test(url);

export const sendsFile = ({ url = '/' }: Pick<IncomingMessage, 'url'>): boolean => FILE_PATHS.test(url);

const UPLOAD_IDLE_MS = 60_000;
const MEDIA_IDLE_MS = 15_000;
/** The shares of eight networks (request-shares.ts): who reads slowly holds a connection for minutes. */
const MEDIA_SOCKETS_MAX = 2_048;
/** More than the shares of five networks (request-shares.ts). */
const UPLOAD_SOCKETS_MAX = 256;
/** Publishing a film decodes its stills before it answers. */
const WORKER_IDLE_MS = 120_000;
const WORKER_SOCKETS_MAX = 32;
/** Media checks the key of a worker; a session is not asked for. */
const WORKER_HEADERS = ['authorization', 'worker-version', 'content-type', 'content-length', 'range'];
const UPLOAD_HEADERS = [
  'content-type',
  'content-length',
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'upload-checksum',
  'upload-defer-length',
  // The right of a partner without an account (media's upload links).
  'upload-link',
];
const MEDIA_HEADERS = ['range', 'if-range', 'if-none-match', 'if-modified-since', 'accept'];

export type MediaRoutes = {
  target: string;
  log: Logger;
  sessions: Pick<BrowserSessions, 'resolve'>;
  /** Whether a page of this site made the request. */
  fromOurPages: (request: IncomingMessage) => boolean;
};

/** Uploads, calls of workers on other machines, and pictures and segments where no edge stands in front. */
export function mediaRoutes(app: Express, { target, log, sessions, fromOurPages }: MediaRoutes): void {
  const tokens = new WeakMap<IncomingMessage, string>();
  const added = (request: IncomingMessage): Record<string, string> => {
    const token = tokens.get(request);
    // Media continues a trace only for a viewer it can verify.
    const traceparent = currentCall()?.traceparent;
    return token ? { 'viewer-token': token, ...(traceparent && { traceparent }) } : {};
  };
  const pass = { target, log, added };
  const media = httpPass({
    ...pass,
    requestHeaders: MEDIA_HEADERS,
    idleTimeoutMs: MEDIA_IDLE_MS,
    socketsMax: MEDIA_SOCKETS_MAX,
  });
  const uploads = httpPass({
    ...pass,
    requestHeaders: UPLOAD_HEADERS,
    idleTimeoutMs: UPLOAD_IDLE_MS,
    socketsMax: UPLOAD_SOCKETS_MAX,
  });
  const workers = httpPass({
    ...{ target, log, requestHeaders: WORKER_HEADERS },
    ...{ idleTimeoutMs: WORKER_IDLE_MS, socketsMax: WORKER_SOCKETS_MAX },
  });
  const identify = async (request: IncomingMessage) => {
    const { session } = await sessions.resolve(request);
    if (session) tokens.set(request, session.viewerToken);
  };
  app.use('/media', (request, response) => media(request, response, request.originalUrl));
  app.use('/v', (request, response) => {
    // The token in the path grants access; the viewer lets media detect somebody else's token.
    traceRequest(request, response, () => {
      nameRoute(response, '/v/:token/:version/:file');
      identify(request)
        .catch((err: unknown) => err instanceof Overloaded || log.warn({ err }, 'a session could not be resolved'))
        .then(() => media(request, response, request.originalUrl));
    });
  });
  app.use(WORKERS, (request, response) => {
    traceRequest(request, response, () => {
      nameRoute(response, WORKERS);
      workers(request, response, request.originalUrl);
    });
  });
  app.use(UPLOADS, (request, response, next) => {
    // The cookie alone must not let another site's page send files.
    if (!isRead(request) && !fromOurPages(request)) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end('This can only be used from our own pages.\n');
      return;
    }
    traceRequest(request, response, () => {
      nameRoute(response, UPLOADS);
      identify(request).then(() => uploads(request, response, request.originalUrl), next);
    });
  });
}
