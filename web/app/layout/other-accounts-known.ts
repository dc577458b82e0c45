const KEY = 'marquee-other-accounts';

/** How many other accounts this browser had when it was last asked: the menu keeps their room until they are there. */
export function otherAccountsKnown(): number {
  try {
    return Number(localStorage.getItem(KEY)) || 0;
  } catch {
    return 0;
  }
}

export function keepOtherAccountsKnown(count: number): void {
  try {
    if (count > 0) localStorage.setItem(KEY, String(count));
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing keeps no room.
  }
}
