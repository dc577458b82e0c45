import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers and proxies send the next request on a connection when they have the answer to the last. */
const UNANSWERED_MAX = 8;

/**
 * Ends a connection that sends more requests than that without waiting for their answers. Node begins all of them at once: a
 * hundred thousand fit into some megabytes of a client, and each takes memory and a place in every queue until its turn to be
 * answered.
 */
export function boundedPipeline(handle: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    // What came with a request that ended the connection.
    if (socket.destroyed) return;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > UNANSWERED_MAX) return void socket.destroy();
    unanswered.set(socket, count);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    handle(request, response);
  };
}
