import type { IncomingMessage, ServerResponse } from 'node:http';
import { discardRest } from './discard-rest.ts';

/**
 * Closes the connection of a request that was answered before its body has arrived, after a moment in which its client can
 * read the answer. Node would read on for as long as the client sends.
 */
export function closeOnceAnswered(request: IncomingMessage, response: ServerResponse): void {
  // A request that its handler stopped reading has none any more.
  const { socket } = request;
  response.once('finish', () => {
    discardRest(request).then(() => request.complete || socket.destroy());
  });
}
