/** The entry in the browser's history of a page that was not reached; the router knows nothing of it. */
export const held: { entry?: { index: number; onReturn: () => void } } = {};

/**
 * Keeps Back from such an entry from the router, for which it is no navigation. To be called before the router listens:
 * browsers call the listeners of this event in the order in which they were added.
 */
export function watchReturns(): void {
  window.addEventListener('popstate', (event) => {
    const { entry } = held;
    held.entry = undefined;
    if (!entry || event.state?.idx !== entry.index) return;
    event.stopImmediatePropagation();
    entry.onReturn();
  });
}
