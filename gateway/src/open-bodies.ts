import type { IncomingMessage, ServerResponse } from 'node:http';
import { holderOf, networkOf } from '@marquee/runtime/network';

export type OpenBodiesOptions = {
  /** Bodies of one address, and of one network, that may arrive at the same time. */
  perAddressMax: number;
  perNetworkMax: number;
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

const BUSY_TEXT = 'Please try again in a moment.\n';
const BUSY_HEADERS = { 'content-type': 'text/plain', 'retry-after': '5', connection: 'close' };

/**
 * The bodies that arrive now, each of which holds a connection, and one to a service where it is passed on. Each address and
 * network has a share of them, and each body has to bring something: clients that send a byte now and then leave the others
 * theirs.
 */
export class OpenBodies {
  readonly #options: OpenBodiesOptions;
  readonly #held = new Map<string, number>();

  constructor(options: OpenBodiesOptions) {
    this.#options = options;
  }

  /** Bodies that are open. */
  get size(): number {
    return [...this.#held].reduce((sum, [key, count]) => (key.endsWith('/') ? sum + count : sum), 0);
  }

  /**
   * Counts a request; false when the share of its address is used up, and the request has been
   * refused with 503. A request without a body is not counted.
   */
  admit(request: IncomingMessage, response: ServerResponse, address: string): boolean {
    if (!hasBody(request)) return true;
    const holder = holderOf(address);
    const network = `${networkOf(address)}/`;
    const { perAddressMax, perNetworkMax } = this.#options;
    if (this.#count(holder) >= perAddressMax || this.#count(network) >= perNetworkMax) {
      response.writeHead(503, BUSY_HEADERS).end(BUSY_TEXT);
      return false;
    }
    this.#hold(holder, network, 1);
    const stop = this.#watchProgress(request);
    const { socket } = request;
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      socket.off('close', release);
      stop();
      this.#hold(holder, network, -1);
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

  #count(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  #hold(holder: string, network: string, change: 1 | -1): void {
    for (const key of [holder, network]) {
      const held = this.#count(key) + change;
      if (held > 0) this.#held.set(key, held);
      else this.#held.delete(key);
    }
  }
}
