import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DomainError } from '@marquee/runtime/errors';
import { boundedPipeline } from '@marquee/runtime/http/bounded-pipeline';
import { closeOnceAnswered } from '@marquee/runtime/http/close-once-answered';
import { endOnceRead } from '@marquee/runtime/http/discard-rest';
import { gracefulServer } from '@marquee/runtime/http/graceful-server';
import { closeIdle } from '@marquee/runtime/http/unread-answers';
import { type Locks, within } from '@marquee/runtime/locks';
import type { Revocations } from '@marquee/runtime/revocations';
import { metadataNames } from '@marquee/runtime/rpc/metadata';
import { OUT_OF_TIME, outOfTime, type Verifier } from '@marquee/runtime/verifier';
import { type Viewer, visitor } from '@marquee/runtime/viewer';
import { pictureSizes, readPicturePath } from '../pictures/get-picture.ts';
import { PLAYBACK_ACCESS, playbackAccess } from '../playback/playback-access.ts';
import { playbackNotFound } from '../playback/playback-errors.ts';
import { playbackOrigin, readPlaybackPath, withoutToken } from '../playback/playback-origin.ts';
import type { PlaybackSessions } from '../playback/playback-sessions.ts';
import { workerRoute } from '../remote-workers/worker-http.ts';
import { WORKERS_PATH } from '../remote-workers/worker-protocol.ts';
import type { MediaResources } from '../resources.ts';
import { asRefusal } from '../storage/storage-errors.ts';
import { headersOf, tusUploads, UPLOADS_PATH, type Uploads } from '../uploads/tus-uploads.ts';
import { RETRY_AFTER_S, refusalBody, statusOf } from './http-errors.ts';
import { measureSegment, traceRequest } from './observe-request.ts';
import { sendBlob } from './send-blob.ts';

export type MediaHttp = {
  port: number;
  /** Closes each connection after its next answer. */
  leave(): void;
  /**
   * Ends uploads first, then all other requests. Requests that run after `graceMs` get 503 or are cut off, and uploads have
   * as long again to store what they received.
   */
  close(graceMs: number): Promise<void>;
};

type HttpResources = MediaResources & {
  host: string;
  verifier: Verifier;
  revocations: Revocations;
  sessions: PlaybackSessions;
  /** Locks that all replicas share; without them, those of this process are used. */
  locks?: Locks | undefined;
};
type Route = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>;

const IDLE_MS = 60_000;
const HEADERS_MS = 30_000;
const KEEP_ALIVE_MS = 72_000;
const PICTURE_TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };
const PICTURE_HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-site',
};

/** Uploads, pictures and playback over HTTP/1.1. A request has no time limit while bytes are transferred. */
export async function listenHttp(resources: HttpResources): Promise<MediaHttp> {
  const { log, config, host } = resources;
  const uploads = tusUploads(resources, viewerReader(resources), resources.locks);
  const route = routes(resources, uploads);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const began = performance.now();
    try {
      await route(request, response, path);
    } catch (thrown) {
      const error = asRefusal(thrown);
      refuse(request, response, error);
      const about = { method: request.method, path: withoutToken(path), status: statusOf(error) };
      if (error instanceof DomainError) {
        const { reason, cause } = error;
        log[cause ? 'error' : 'info']({ ...about, reason, err: cause }, 'a media request was refused');
      } else log.error({ ...about, err: error }, 'a media request failed');
    }
    if (log.isLevelEnabled('debug')) {
      const ms = Math.round(performance.now() - began);
      log.debug({ method: request.method, path: withoutToken(path), status: response.statusCode, ms }, 'media request');
    }
  }

  const listener = boundedPipeline((request, response) => {
    closeOnceAnswered(request, response);
    void answer(request, response);
  });
  const server = createServer(listener);
  const front = gracefulServer(server);
  server.requestTimeout = 0;
  server.headersTimeout = HEADERS_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  closeIdle(server, IDLE_MS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.MEDIA_HTTP_PORT, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    leave: front.leave,
    async close(graceMs) {
      front.leave();
      const until = performance.now() + graceMs;
      // The port stays open meanwhile: new requests get 503 and are retried.
      await within(uploads.drain(), graceMs);
      await front.close(until - performance.now());
      await within(uploads.drain(), until + graceMs - performance.now());
    },
  };
}

function routes(resources: HttpResources, uploads: Uploads): Route {
  const { blobs } = resources;
  const viewerOf = viewerReader(resources);
  const playback = playbackOrigin(resources, resources.sessions);
  const access = playbackAccess(playback, resources.clock);
  const pictureInSize = pictureSizes(resources);
  const worker = workerRoute(resources);

  async function picture(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const [, , , id = '', file = '', ...rest] = path.split('/');
    const wanted = rest.length === 0 ? readPicturePath(id, file) : undefined;
    if (!wanted) throw playbackNotFound();
    const blob = await pictureInSize(wanted);
    const content = { size: blob.size, etag: blob.etag, type: PICTURE_TYPES[wanted.format] };
    await sendBlob(request, response, blobs, blob.key, content, PICTURE_HEADERS);
  }

  const traced = (request: IncomingMessage, response: ServerResponse, route: string, work: () => Promise<void>) => {
    const isKnown = () => viewerOf(headersOf(request)).kind === 'account';
    return traceRequest(request, response, { route, isKnown }, work);
  };

  return async (request, response, path) => {
    if (path === UPLOADS_PATH || path.startsWith(`${UPLOADS_PATH}/`)) {
      return traced(request, response, UPLOADS_PATH, async () => uploads.handle(request, response));
    }
    if (path.startsWith(`${WORKERS_PATH}/`)) return worker(request, response, path);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    if (path.startsWith('/v/')) {
      measureSegment(request, response, 'file');
      const wanted = readPlaybackPath(path);
      if (!wanted) throw playbackNotFound();
      const serve = () => playback.serve(request, response, wanted, viewerOf(headersOf(request)));
      return traced(request, response, '/v/:token/:version/:file', serve);
    }
    if (path.startsWith(PLAYBACK_ACCESS)) {
      measureSegment(request, response, 'access');
      return access(response, path);
    }
    if (path.startsWith('/media/images/')) return picture(request, response, path);
    throw playbackNotFound();
  };
}

/** The viewer, by the token that the gateway adds, as in RPC. */
function viewerReader({ verifier, revocations }: Pick<HttpResources, 'verifier' | 'revocations'>) {
  return (headers: { get(name: string): string | null }): Viewer => {
    const token = headers.get(metadataNames.viewerToken);
    const known = token ? verifier.viewer(token) : undefined;
    if (known === OUT_OF_TIME) throw outOfTime();
    if (!known || revocations.isRevoked(known.viewer, known.issuedAt)) return visitor;
    return known.viewer;
  };
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = refusalBody(error);
  const size = error instanceof DomainError ? error.metadata.size : undefined;
  const status = statusOf(error);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    ...(status === 503 ? { 'Retry-After': RETRY_AFTER_S } : {}),
    ...(size ? { 'Content-Range': `bytes */${size}` } : {}),
  });
  if (request.method !== 'HEAD') response.write(body);
  endOnceRead(request, response);
}
