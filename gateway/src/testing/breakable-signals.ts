import { memorySignals, type Signals } from '@marquee/runtime/signals';

/** Signals in memory whose link the test sets. */
export function breakableSignals(): Signals & { setLinked(linked: boolean): void } {
  const listeners = new Set<(linked: boolean) => void>();
  let linked = true;
  return {
    ...memorySignals(),
    isLinked: () => linked,
    onLink(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setLinked(now) {
      linked = now;
      for (const listener of [...listeners]) listener(now);
    },
  };
}
