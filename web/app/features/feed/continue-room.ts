import { useEffect, useState } from 'react';

const KEY = 'continues';
const root = () => document.documentElement;

/**
 * Runs before the first paint, after signedInScript. The page is the same for everybody, so that what a viewer continues comes later: a browser
 * in which somebody has begun films keeps room for it, and nothing moves when it arrives. It knows no film and proves
 * nothing.
 */
export const continueScript = `try{if("signedIn" in document.documentElement.dataset&&localStorage.getItem("${KEY}"))document.documentElement.dataset.${KEY}=""}catch{}`;

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
