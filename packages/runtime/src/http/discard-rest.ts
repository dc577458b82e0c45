import type { IncomingMessage, ServerResponse } from 'node:http';

/** Together 2 s. A process that is held up runs one turn late, and reads what has arrived before the next. */
const TURNS = 40;
const TURN_MS = 50;
const DISCARD_BYTES_MAX = 32 * 1024 * 1024;

/**
 * Reads and discards the rest of a request for a moment, so that a client that is still sending reads the response:
 * closing at once would reset its connection. Bounded in time and bytes.
 */
export function discardRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    let turns = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > DISCARD_BYTES_MAX) done();
    };
    const done = () => {
      clearInterval(timer);
      request.off('data', count).off('end', done).off('close', done);
      resolve();
    };
    const timer = setInterval(() => {
      turns += 1;
      if (turns === TURNS) done();
    }, TURN_MS);
    // It may be paused since its reader left.
    request.on('data', count).once('end', done).once('close', done).resume();
  });
}

/** Ends a response. If that closes its connection, the rest of the request is read for a moment first. */
export function endOnceRead(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || response.getHeader('connection') !== 'close') response.end();
  else discardRest(request).then(() => response.end());
}

/**
 * For a handler that ends its response by itself, and may do so before it has read the whole request: sends the response
 * at once, and closes the connection when the rest of the request has been read for a moment.
 */
export function closeOnceRead(request: IncomingMessage, response: ServerResponse): void {
  const end = response.end.bind(response) as (...parts: unknown[]) => ServerResponse;
  response.end = ((...parts: unknown[]) => {
    if (request.complete || response.getHeader('connection') !== 'close') return end(...parts);
    const [body, encoding] = parts.filter((part) => typeof part !== 'function');
    if (body) response.write(body, encoding as BufferEncoding);
    else response.flushHeaders();
    discardRest(request).then(() => end(...parts.filter((part) => typeof part === 'function')));
    return response;
  }) as ServerResponse['end'];
}
