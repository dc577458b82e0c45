import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuseShare, Shares, type SharesOptions } from './shares.ts';

export type OpenBodiesOptions = SharesOptions & {
  /** Until when a request counts: an upload holds a connection to media until its answer, others none before they are whole. */
  until: 'arrived' | 'answered';
  /** A body that brings less than `progressBytesMin` in this time, without being held up by us, ends its connection. */
  progressMs: number;
  progressBytesMin: number;
};

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return length !== '0' || encoding !== undefined;
}

/**
 * The bodies that arrive now, each of which holds a connection, and one to a service where it is passed on. Each address and
 * network has a share of them, and each body has to bring something: clients that send a byte now and then leave the others
 * theirs.
 */
export class OpenBodies {
  readonly #options: OpenBodiesOptions;
  readonly #shares: Shares;

  constructor(options: OpenBodiesOptions) {
    this.#options = options;
    this.#shares = new Shares(options);
  }

  /** Bodies that are open. */
  get size(): number {
    return this.#shares.size;
  }

  /**
   * Counts a request; false when the share of its address is used up, and the request has been
   * refused with 503. A request without a body is not counted.
   */
  admit(request: IncomingMessage, response: ServerResponse, address: string): boolean {
    if (!hasBody(request)) return true;
    const giveBack = this.#shares.take(address);
    if (!giveBack) {
      refuseShare(response, { connection: 'close' });
      return false;
    }
    const stop = this.#watchProgress(request);
    const { socket } = request;
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      socket.off('close', release);
      stop();
      giveBack();
    };
    // A request that nobody reads to its end never says that it has closed; its answer and its connection do.
    if (this.#options.until === 'arrived') request.once('end', release).once('close', release);
    response.once('close', release);
    socket.once('close', release);
    return true;
  }

  #watchProgress(request: IncomingMessage): () => void {
    const { progressMs, progressBytesMin } = this.#options;
    const { socket } = request;
    let before = socket.bytesRead;
    const timer = setInterval(() => {
      if (request.complete) return clearInterval(timer);
      const bytes = socket.bytesRead - before;
      before = socket.bytesRead;
      // What is paused waits for us, not for its client.
      if (bytes < progressBytesMin && request.readableLength === 0) socket.destroy();
    }, progressMs).unref();
    return () => clearInterval(timer);
  }
}
