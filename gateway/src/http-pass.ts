import {
  Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { discardRest, endOnceRead } from '@marquee/runtime/http/discard-rest';
import type { Logger } from '@marquee/runtime/log';
import { isRead } from './is-read.ts';

export type HttpPass = (request: IncomingMessage, response: ServerResponse, path: string) => void;

export type HttpPassOptions = {
  /** Where the service listens, such as http://127.0.0.1:4102. */
  target: string;
  log: Logger;
  /** Request headers to forward, in lower case; all others are dropped. */
  requestHeaders: readonly string[];
  /** Headers to add for this request. */
  added?: (request: IncomingMessage) => Record<string, string>;
  /** The request ends after this long without a byte, unless its client does not read (unread-answers.ts). */
  idleTimeoutMs: number;
  /** Maximum of parallel connections to the service. */
  socketsMax: number;
};

const DROPPED_RESPONSE_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'set-cookie', 'server']);
const FAILED_TEXT = 'Please try again in a moment.\n';
const FAILED_HEADERS = { 'content-type': 'text/plain', 'content-length': FAILED_TEXT.length, 'retry-after': '2' };

/**
 * Forwards a request to a service's HTTP port and streams both bodies with back-pressure. Only listed headers are
 * forwarded; cookies of the service are dropped. Answers 502 when the service cannot be reached and 504 when it stalls.
 * A read is retried when a reused connection was reset.
 */
export function httpPass({ target, log, requestHeaders, added, idleTimeoutMs, socketsMax }: HttpPassOptions): HttpPass {
  const { hostname, port } = new URL(target);
  const agent = new Agent({ keepAlive: true, maxSockets: socketsMax, scheduling: 'lifo' });

  return (request, response, path) => {
    const headers: Record<string, string | string[]> = { ...added?.(request) };
    for (const name of requestHeaders) {
      const value = request.headers[name];
      if (value !== undefined && headers[name] === undefined) headers[name] = value;
    }
    let upstream: ClientRequest;
    let waiting: NodeJS.Timeout;
    let hasFailed = false;
    const fail = (status: number) => {
      hasFailed = true;
      clearTimeout(waiting);
      if (response.headersSent) return response.destroy();
      response.writeHead(status, FAILED_HEADERS).write(FAILED_TEXT);
      request.unpipe(upstream);
      endOnceRead(request, response);
    };

    function send(): void {
      const sent = httpRequest({ hostname, port, path, method: request.method, headers, agent });
      upstream = sent;
      // The idle timeout starts with the connection; waiting for a free one needs a timeout of its own.
      const waitingForOne = setTimeout(() => {
        log.warn({ service: target }, 'timed out waiting for a connection to the service');
        fail(504);
        sent.destroy();
      }, idleTimeoutMs);
      waiting = waitingForOne;
      onConnected(sent, (socket) => {
        clearTimeout(waitingForOne);
        const onIdle = () => {
          if (response.writableNeedDrain) socket.setTimeout(idleTimeoutMs);
          else sent.destroy(new Error('idle'));
        };
        // The service could send nothing while its client did not read, so its silence counts from then on.
        const onDrain = () => socket.setTimeout(idleTimeoutMs);
        socket.on('timeout', onIdle).setTimeout(idleTimeoutMs);
        response.on('drain', onDrain);
        sent.once('close', () => {
          socket.off('timeout', onIdle);
          response.off('drain', onDrain);
        });
      });
      let isAnswered = false;
      sent.on('response', (answer) => {
        isAnswered = true;
        for (const [name, value] of Object.entries(answer.headers)) {
          if (value !== undefined && !DROPPED_RESPONSE_HEADERS.has(name)) response.setHeader(name, value);
        }
        response.writeHead(answer.statusCode ?? 502);
        answer.pipe(response, { end: false });
        answer.on('end', () => {
          if (!request.complete && response.getHeader('connection') === 'close') {
            request.unpipe(sent);
            sent.destroy();
          }
          endOnceRead(request, response);
        });
        answer.on('error', () => response.destroy());
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        if (hasFailed || response.writableEnded || response.destroyed) return;
        // The service closed an idle connection just as it was reused; the request may not have reached it.
        if (sent.reusedSocket && error.code === 'ECONNRESET' && !isAnswered && onlyReads(request)) return send();
        // A service that vanished has lost all of its connections.
        if (error.message === 'idle') for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
        log.warn({ error: error.message, service: target }, 'the service did not answer');
        fail(error.message === 'idle' ? 504 : 502);
      });
      // Discard the rest of the body: unread bytes would block the next request on this connection.
      sent.on('close', () => {
        request.unpipe(sent);
        discardRest(request).then(() => request.complete || request.destroy());
      });
      if (onlyReads(request)) sent.end();
      else request.pipe(sent);
    }

    // The browser disconnected: end the request to the service too.
    response.on('close', () => {
      clearTimeout(waiting);
      if (!response.writableFinished) upstream.destroy();
    });
    send();
  };
}

/** A request that has no body and changes nothing, so that it may be sent again. */
function onlyReads(request: IncomingMessage): boolean {
  const { headers } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return isRead(request) && !hasBody;
}

/** The 'socket' event may give a socket that is still connecting, which has no timeout by itself. */
function onConnected(upstream: ClientRequest, connected: (socket: Socket) => void): void {
  upstream.on('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => connected(socket));
    else connected(socket);
  });
}
