import type { IncomingMessage, ServerResponse } from 'node:http';

const DISCARD_MS = 2_000;
const DISCARD_BYTES_MAX = 32 * 1024 * 1024;

/**
 * Reads on for a moment what nobody wants, so that a client that is still sending gets to read the refusal: closing at
 * once would reset its connection first. Bounded in time and bytes.
 */
export function discardRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > DISCARD_BYTES_MAX) done();
    };
    const done = () => {
      clearTimeout(timer);
      request.off('data', count).off('end', done).off('close', done);
      resolve();
    };
    const timer = setTimeout(done, DISCARD_MS);
    // It may stand still since whoever read it left.
    request.on('data', count).once('end', done).once('close', done).resume();
  });
}

/** Ends an answer. Where its connection closes with it, the rest of what the client sends is read for a moment first. */
export function endOnceRead(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || response.getHeader('connection') !== 'close') response.end();
  else discardRest(request).then(() => response.end());
}
