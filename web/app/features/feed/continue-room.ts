import { useEffect, useState } from 'react';

/** Read before the first paint by continueScript, which the root has to itself: a file for both would be one more to load. */
const KEY = 'continues';
const root = () => document.documentElement;

/** Notes for the next pages whether room is to be kept. */
export function keepRoom(isNeeded: boolean): void {
  if (isNeeded) root().dataset[KEY] = '';
  else delete root().dataset[KEY];
  try {
    if (isNeeded) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing keeps no room.
  }
}

/** Whether this page kept room from its beginning; true until it works, as the server rendered it. */
export function useIsRoomKept(): boolean {
  const [isKept, setKept] = useState(true);
  useEffect(() => setKept(KEY in root().dataset), []);
  return isKept;
}
