import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type Conflict,
  conflictsOf,
  countWaiting,
  type Decision,
  type DoorStore,
  decide,
  type KeptDoor,
  openDoorStore,
  readDoor,
} from './door-store.ts';
import { type SyncResult, syncDoor } from './sync-door.ts';
import { readCode } from './ticket-proof.ts';

/** How often a door asks what is new, while its page is open. */
const SYNC_MS = 5_000;

export type DoorState = {
  door: KeptDoor;
  /** Scans that the server does not know of yet. */
  waiting: number;
  conflicts: Conflict[];
  /** Of the last try; undefined before the first. */
  result: SyncResult | undefined;
};

export type Door = {
  /** undefined while it is read; null on a device that is no door. */
  state: DoorState | null | undefined;
  /** This browser keeps nothing: a private window of some browsers. */
  isBroken: boolean;
  check: (code: string) => Promise<Decision>;
  /** Reads again what is kept, and tries to sync. */
  refresh: () => void;
  store: () => Promise<DoorStore>;
};

/** The door that this device is, kept in step with the server whenever it can be reached. */
export function useDoor(): Door {
  const opened = useRef<Promise<DoorStore>>(undefined);
  const [state, setState] = useState<DoorState | null>();
  const [isBroken, setBroken] = useState(false);
  const running = useRef(false);
  const again = useRef(false);

  const store = useCallback(() => {
    opened.current ??= openDoorStore();
    return opened.current;
  }, []);

  const read = useCallback(
    async (result?: SyncResult) => {
      const kept = await store();
      const door = await readDoor(kept);
      if (!door) return setState(null);
      const [waiting, conflicts] = await Promise.all([countWaiting(kept), conflictsOf(kept, door.id)]);
      setState((before) => ({ door, waiting, conflicts, result: result ?? before?.result }));
    },
    [store],
  );

  const sync = useCallback(async () => {
    again.current = true;
    if (running.current) return;
    running.current = true;
    try {
      while (again.current) {
        again.current = false;
        await read(await syncDoor(await store()));
      }
    } finally {
      running.current = false;
    }
  }, [read, store]);

  const refresh = useCallback(() => {
    read().then(sync, () => setBroken(true));
  }, [read, sync]);

  useEffect(() => {
    refresh();
    const wake = () => document.visibilityState === 'visible' && refresh();
    const timer = setInterval(wake, SYNC_MS);
    const ended = new AbortController();
    const options = { signal: ended.signal };
    window.addEventListener('online', refresh, options);
    document.addEventListener('visibilitychange', wake, options);
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }, [refresh]);

  const check = useCallback(
    async (text: string) => {
      const kept = await store();
      const door = await readDoor(kept);
      const decision = await decide(kept, await readCode(door?.publicKey ?? '', text), Date.now());
      if (decision.verdict === 'ADMITTED') refresh();
      return decision;
    },
    [store, refresh],
  );

  return { state, isBroken, check, refresh, store };
}
