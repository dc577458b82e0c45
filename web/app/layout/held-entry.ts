import type { Location } from 'react-router';

/** The entry in the browser's history of a page that was not reached; the router knows nothing of it. */
let entry: { index: number; onReturn: () => void } | undefined;

/**
 * Keeps Back from such an entry from the router, for which it is no navigation. To be called before the router listens:
 * browsers call the listeners of this event in the order in which they were added.
 */
export function watchReturns(): void {
  window.addEventListener('popstate', (event) => {
    const left = entry;
    entry = undefined;
    if (!left || event.state?.idx !== left.index) return;
    event.stopImmediatePropagation();
    left.onReturn();
  });
}

/** Adds an entry after that of the page before, or gives the one that there is to another page. */
export function enter({ state, key, pathname, search, hash }: Location, onReturn: () => void): void {
  const index = entry?.index ?? Number(window.history.state?.idx ?? 0);
  // As the router writes its own, so that it can take over.
  const kept = { usr: state, key, idx: index + 1 };
  const address = `${pathname}${search}${hash}`;
  if (entry) window.history.replaceState(kept, '', address);
  else window.history.pushState(kept, '', address);
  entry = { index, onReturn };
}

/** True while the browser is at such an entry. */
export function isEntered(): boolean {
  return entry !== undefined;
}

/** The router takes over the entry. */
export function handOver(): void {
  entry = undefined;
}
