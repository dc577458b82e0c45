import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { createServer as createNetServer, Server as NetServer, type Socket } from 'node:net';
import { claimPort } from '../free-ports.ts';
import { within } from '../locks.ts';
import { discardRest } from './discard-rest.ts';
import { UnreadAnswers } from './unread-answers.ts';

export type ListenOptions = {
  /** 0 for a free one. */
  port: number;
  host: string;
};

export type GracefulServer = {
  /**
   * Listens with many sockets on one port, so that a crowd is let in although the event loop is busy. @returns the port
   * @throws when the port is in use
   */
  listen(options: ListenOptions): Promise<number>;
  /** Closes each connection after its next response, so that clients find another replica. */
  leave(): void;
  /**
   * Refuses new connections and lets running requests finish, for at most `graceMs`. Requests unanswered by then get 503
   * with retry-after; responses sent in part are cut off.
   */
  close(graceMs: number): Promise<void>;
};

/** Connections that wait to be accepted, for each socket. One over it seems open to its client and is answered seconds later. */
const BACKLOG = 4_096;
/**
 * libuv accepts one connection of each listening socket in a turn of the event loop. A turn with renders takes about 15 ms,
 * so that a thousand new connections on one socket would wait for many seconds.
 */
const LISTENING_SOCKETS = process.platform === 'linux' ? 128 : 1;

const CHECK_UNREAD_MS = 15_000;
/** How long a new connection may take to send a request. */
const SILENT_MS = 250;
const REFUSE_MS = 2_500;
const REFUSAL_TEXT = 'Please try again in a moment.\n';
const REFUSAL = [
  'HTTP/1.1 503 Service Unavailable',
  'Content-Type: text/plain',
  `Content-Length: ${REFUSAL_TEXT.length}`,
  'Cache-Control: no-store',
  'Retry-After: 5',
  'Connection: close',
  '',
  REFUSAL_TEXT,
].join('\r\n');

/**
 * Lets a server accept a crowd, end connections whose clients do not read, and shut down without cutting off accepted
 * requests. Called before it listens.
 */
export function gracefulServer(server: Server): GracefulServer {
  const sockets = new Set<Socket>();
  const listeners: NetServer[] = [server];
  const open = new Set<ServerResponse>();
  let isLeaving = false;
  let isClosing = false;
  const unread = new UnreadAnswers();
  const checking = setInterval(() => unread.check(sockets, performance.now()), CHECK_UNREAD_MS).unref();

  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // The listeners that answer run afterwards.
  server.prependListener('request', ({ socket }, response) => {
    // What came with a request that ended the connection (bounded-pipeline.ts).
    if (socket.destroyed) return;
    open.add(response);
    if (isLeaving) response.setHeader('Connection', 'close');
    response.once('close', () => {
      open.delete(response);
      if (isClosing) closeIdle();
    });
  });

  function closeIdle(): void {
    // Node calls a connection idle once its response has ended, though bytes may still be unsent.
    if (![...open].some((response) => response.writableEnded)) server.closeIdleConnections();
  }

  function leave(): void {
    isLeaving = true;
    for (const response of open) if (!response.headersSent) response.setHeader('Connection', 'close');
  }

  return {
    listen({ port: wanted, host }) {
      while (listeners.length < LISTENING_SOCKETS) listeners.push(listenerFor(server));
      return claimPort(wanted, host, (port) => {
        const options = { port, host, backlog: BACKLOG, reusePort: listeners.length > 1 };
        return Promise.all(listeners.map((listener) => once(listener.listen(options), 'listening')));
      });
    },
    leave,
    async close(graceMs) {
      const until = performance.now() + graceMs;
      leave();
      isClosing = true;
      const closed = Promise.all(listeners.map(stopListening));
      closeIdle();
      if (!(await within(closed, Math.min(SILENT_MS, graceMs)))) {
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      }
      if (!(await within(closed, until - performance.now()))) {
        await within(Promise.all([...open].map(refuse)), REFUSE_MS);
        for (const socket of sockets) socket.destroy();
      }
      await closed;
      clearInterval(checking);
      // Only stops the server's own timers.
      server.close();
    },
  };
}

/** Accepts connections for an HTTP server, with the options that it has for its own. */
function listenerFor(server: Server): NetServer {
  const options = { allowHalfOpen: true, noDelay: true };
  return createNetServer(options, (socket) => server.emit('connection', socket));
}

/** Unlike the close of an HTTP server this leaves all connections open. */
function stopListening(server: NetServer): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}

/**
 * Answers instead of the handler that still runs, which sees the client disconnect. What the client is still sending is
 * read for a moment, because a reset would lose the response.
 */
async function refuse(response: ServerResponse): Promise<void> {
  const { req: request, socket } = response;
  // Without a socket it waits behind another response on its connection.
  if (response.headersSent || !socket) return;
  response.statusCode = 503;
  await new Promise<void>((resolve) => {
    socket.once('close', resolve).end(REFUSAL, resolve);
  });
  request.unpipe();
  await discardRest(request);
}
