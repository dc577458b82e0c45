import {
  Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { discardRest, endOnceRead } from '@marquee/runtime/http/discard-rest';
import type { Logger } from '@marquee/runtime/log';

export type HttpPass = (request: IncomingMessage, response: ServerResponse, path: string) => void;

export type HttpPassOptions = {
  /** Where the service listens, such as http://127.0.0.1:4102. */
  target: string;
  log: Logger;
  /** Request headers that may travel on, in lower case; all others are dropped. */
  requestHeaders: readonly string[];
  /** Headers that the gateway adds for this request. */
  added?: (request: IncomingMessage) => Record<string, string>;
  /** No byte for this long ends the request. */
  idleTimeoutMs: number;
  /** Parallel connections to the service. */
  socketsMax: number;
};

const DROPPED_RESPONSE_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'set-cookie', 'server']);
const FAILED_TEXT = 'Please try again in a moment.\n';
const FAILED_HEADERS = { 'content-type': 'text/plain', 'content-length': FAILED_TEXT.length, 'retry-after': '2' };

/**
 * Passes a request to a service's HTTP port and streams both bodies, with back-pressure. Only listed headers travel;
 * cookies of the service never reach the browser. A service that is away is a 502, one that stalls a 504. What only reads
 * is sent again where a kept connection ended just as it was used.
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
      sent.setTimeout(idleTimeoutMs, () => sent.destroy(new Error('idle')));
      // That begins with its connection, for which it may have to wait; until then it cannot fail by itself either.
      const waitingForOne = setTimeout(() => {
        log.warn({ service: target }, 'no connection to the service behind came about');
        fail(504);
        sent.destroy();
      }, idleTimeoutMs);
      waiting = waitingForOne;
      onConnected(sent, () => clearTimeout(waitingForOne));
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
        // The service ended a connection that it had kept just as it was used again, which is no word about this request.
        if (sent.reusedSocket && error.code === 'ECONNRESET' && !isAnswered && onlyReads(request)) return send();
        // One that vanished took all of its connections with it.
        if (error.message === 'idle') for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
        log.warn({ error: error.message, service: target }, 'the service behind did not answer');
        fail(error.message === 'idle' ? 504 : 502);
      });
      // Nobody takes the rest of the body: a connection that is left full of it would hang for whoever uses it next.
      sent.on('close', () => {
        request.unpipe(sent);
        discardRest(request).then(() => request.complete || request.destroy());
      });
      if (onlyReads(request)) sent.end();
      else request.pipe(sent);
    }

    // The browser went away: the service need not go on either.
    response.on('close', () => {
      clearTimeout(waiting);
      if (!response.writableFinished) upstream.destroy();
    });
    request.on('error', () => upstream.destroy());
    send();
  };
}

/** A request that has no body and changes nothing, so that it may be sent again. */
function onlyReads({ method, headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return (method === 'GET' || method === 'HEAD') && !hasBody;
}

/** The event 'socket' tells of one that may still be connecting, for which no time is up by itself. */
function onConnected(upstream: ClientRequest, connected: () => void): void {
  upstream.on('socket', (socket) => {
    if (socket.connecting) socket.once('connect', connected);
    else connected();
  });
}
