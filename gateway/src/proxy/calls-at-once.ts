import { networkOf } from '@marquee/runtime/network';

/** Calls of one method that are passed on and not answered yet. One second of what a busy service answers is fewer. */
const CALLS_MAX = 512;
/** What one network may have of them once half are taken. */
const PER_NETWORK_MAX = 16;

type Running = { all: number; readonly ofNetwork: Map<string, number> };

/**
 * Bounds the calls that wait for a service, by method. Where more come than a service answers, all would wait until their
 * deadlines, and each that ends so resets its stream: a connection ends after a thousand of these, with all that is on it. What
 * is refused at once is asked again later, and the rest is answered in time.
 */
export class CallsAtOnce {
  readonly #methods = new Map<string, Running>();

  /**
   * Takes a place for a call of the method, which an address asks for.
   *
   * @returns what gives the place back, any number of times; undefined when there is none
   */
  take(method: string, address: string): (() => void) | undefined {
    const network = networkOf(address);
    const running = this.#methods.get(method) ?? { all: 0, ofNetwork: new Map<string, number>() };
    const own = running.ofNetwork.get(network) ?? 0;
    const isFull = running.all >= CALLS_MAX || (running.all >= CALLS_MAX / 2 && own >= PER_NETWORK_MAX);
    if (isFull) return undefined;
    this.#methods.set(method, running);
    running.all += 1;
    running.ofNetwork.set(network, own + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      running.all -= 1;
      const left = (running.ofNetwork.get(network) ?? 1) - 1;
      if (left > 0) running.ofNetwork.set(network, left);
      else running.ofNetwork.delete(network);
    };
  }
}
