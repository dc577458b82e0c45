import type { ServerResponse } from 'node:http';
import { holderOf, networkOf } from '@marquee/runtime/network';

export type SharesOptions = {
  /** What one address, and one network, may hold at the same time. */
  perAddressMax: number;
  perNetworkMax: number;
};

const BUSY_TEXT = 'Please try again in a moment.\n';
const BUSY_HEADERS = { 'content-type': 'text/plain', 'cache-control': 'no-store', 'retry-after': '5' };

/** Refuses a request of an address whose share is used up. */
export function refuseShare(response: ServerResponse, headers: Record<string, string> = {}): void {
  response.writeHead(503, { ...BUSY_HEADERS, ...headers }).end(BUSY_TEXT);
}

/** What the addresses hold of something that is scarce: each address and network has a share, and the others have theirs. */
export class Shares {
  readonly #options: SharesOptions;
  readonly #held = new Map<string, number>();

  constructor(options: SharesOptions) {
    this.#options = options;
  }

  /** How many are held. */
  get size(): number {
    return [...this.#held].reduce((sum, [key, count]) => (key.endsWith('/') ? sum + count : sum), 0);
  }

  /** Takes one, and returns what gives it back; undefined when the share of the address or its network is used up. */
  take(address: string): (() => void) | undefined {
    const keys = [holderOf(address), `${networkOf(address)}/`] as const;
    const { perAddressMax, perNetworkMax } = this.#options;
    if (this.#count(keys[0]) >= perAddressMax || this.#count(keys[1]) >= perNetworkMax) return undefined;
    this.#add(keys, 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(keys, -1);
      isHeld = false;
    };
  }

  /** Takes one until the response has ended; false when there is none left, and the request has been refused with 503. */
  admit(response: ServerResponse, address: string): boolean {
    const release = this.take(address);
    if (release) response.once('close', release);
    else refuseShare(response);
    return release !== undefined;
  }

  #count(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  #add(keys: readonly string[], change: 1 | -1): void {
    for (const key of keys) {
      const held = this.#count(key) + change;
      if (held > 0) this.#held.set(key, held);
      else this.#held.delete(key);
    }
  }
}
