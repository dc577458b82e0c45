import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { within } from '../locks.ts';
import { discardRest } from './discard-rest.ts';

export type GracefulServer = {
  /** Closes each connection after its next response, so that clients find another replica. */
  leave(): void;
  /**
   * Refuses new connections and lets running requests finish, for at most `graceMs`. Requests unanswered by then get 503
   * with retry-after; responses sent in part are cut off.
   */
  close(graceMs: number): Promise<void>;
};

/** How long a new connection may take to send a request. */
const SILENT_MS = 250;
const TURN_AWAY_MS = 2_500;
const TURNED_AWAY_TEXT = 'Please try again in a moment.\n';
const TURNED_AWAY = [
  'HTTP/1.1 503 Service Unavailable',
  'Content-Type: text/plain',
  `Content-Length: ${TURNED_AWAY_TEXT.length}`,
  'Cache-Control: no-store',
  'Retry-After: 5',
  'Connection: close',
  '',
  TURNED_AWAY_TEXT,
].join('\r\n');

/** Lets a server shut down without cutting off accepted requests. Called before it listens. */
export function gracefulServer(server: Server): GracefulServer {
  const sockets = new Set<Socket>();
  const open = new Set<ServerResponse>();
  let isLeaving = false;
  let isClosing = false;

  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // The listeners that answer run afterwards.
  server.prependListener('request', (_request, response) => {
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
    leave,
    async close(graceMs) {
      const until = performance.now() + graceMs;
      leave();
      isClosing = true;
      const closed = stopListening(server);
      closeIdle();
      if (!(await within(closed, Math.min(SILENT_MS, graceMs)))) {
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      }
      if (!(await within(closed, until - performance.now()))) {
        await within(Promise.all([...open].map(turnAway)), TURN_AWAY_MS);
        for (const socket of sockets) socket.destroy();
      }
      await closed;
      // Only stops the server's own timers.
      server.close();
    },
  };
}

/** Unlike the close of an HTTP server this leaves all connections open. */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}

/**
 * Answers instead of the handler that still runs, which sees the client disconnect. What the client is still sending is
 * read for a moment, because a reset would lose the response.
 */
async function turnAway(response: ServerResponse): Promise<void> {
  const { req: request, socket } = response;
  // Without a socket it waits behind another response on its connection.
  if (response.headersSent || !socket) return;
  response.statusCode = 503;
  await new Promise<void>((resolve) => {
    socket.once('close', resolve).end(TURNED_AWAY, resolve);
  });
  request.unpipe();
  await discardRest(request);
}
