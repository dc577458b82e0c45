import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { within } from '../locks.ts';
import { discardRest } from './discard-rest.ts';

export type GracefulServer = {
  /** Asks clients to look for another replica: each answer from now on is the last of its connection. */
  leave(): void;
  /**
   * Takes no connections any more and lets what runs finish, for at most `graceMs`. What is unanswered by then is asked
   * to come back, and has a moment to read that; what is answered in part is cut off.
   */
  close(graceMs: number): Promise<void>;
};

/** How long a connection that has just been made may take to say what it is for. */
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

/** Lets a server go away without cutting off what it has taken. Called before it listens. */
export function gracefulServer(server: Server): GracefulServer {
  const sockets = new Set<Socket>();
  const open = new Set<ServerResponse>();
  let isLeaving = false;
  let isClosing = false;

  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Whoever answers comes after.
  server.prependListener('request', (_request, response) => {
    open.add(response);
    if (isLeaving) response.setHeader('Connection', 'close');
    response.once('close', () => {
      open.delete(response);
      if (isClosing) closeIdle();
    });
  });

  function closeIdle(): void {
    // Node takes a connection for idle once its answer has ended, though bytes of that may still be on their way out.
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
      // Nothing is left to close but its own timers.
      server.close();
    },
  };
}

/** Unlike that of an HTTP server this leaves all connections as they are. */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}

/**
 * Answers in the place of whoever still works on it, for whom it looks as if the client went away. What the client is
 * still sending is read for a moment: a reset would lose it the answer.
 */
async function turnAway(response: ServerResponse): Promise<void> {
  const { req: request, socket } = response;
  // Without a socket it waits behind another answer.
  if (response.headersSent || !socket) return;
  response.statusCode = 503;
  await new Promise<void>((resolve) => {
    socket.once('close', resolve).end(TURNED_AWAY, resolve);
  });
  request.unpipe();
  await discardRest(request);
}
