import { useSyncExternalStore } from 'react';

// Lists that are shown already came before the block; later ones leave out who is blocked.
let blocked: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function set(next: ReadonlySet<string>): void {
  blocked = next;
  for (const listener of listeners) listener();
}

export const noteBlocked = (id: string): void => set(new Set(blocked).add(id));

export const noteUnblocked = (id: string): void => set(new Set([...blocked].filter((other) => other !== id)));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const NOBODY: ReadonlySet<string> = new Set();

/** Whom the viewer has blocked since the page was loaded. */
export const useBlockedHere = (): ReadonlySet<string> =>
  useSyncExternalStore(
    subscribe,
    () => blocked,
    () => NOBODY,
  );
