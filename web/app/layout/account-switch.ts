import { useEffect, useSyncExternalStore } from 'react';
import { otherAccountUsed, usesOtherAccount } from '../api/browser/page-account.ts';

/** Pages tell each other that the account of the browser may have changed. They send no names and no ids. */
const CHANNEL = 'marquee-account';

let isOther = false;
const listeners = new Set<() => void>();

function check(): void {
  const now = usesOtherAccount();
  if (now === isOther) return;
  isOther = now;
  for (const listener of listeners) listener();
}

/** Tells the other tabs to look which account the browser uses. */
export function announceAccount(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('');
  channel.close();
}

/** Follows, while it is mounted, whether the browser uses another account than the page; a new page tells the others. */
export function useFollowAccount(): void {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = check;
    channel.postMessage('');
    // What was said while the page slept was not heard.
    const events = ['focus', 'pageshow', otherAccountUsed];
    for (const event of events) window.addEventListener(event, check);
    document.addEventListener('visibilitychange', check);
    return () => {
      channel.close();
      for (const event of events) window.removeEventListener(event, check);
      document.removeEventListener('visibilitychange', check);
    };
  }, []);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the browser uses another account than the one that this page belongs to. */
export function useOtherAccountUsed(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOther,
    () => false,
  );
}

/** Looks again, after the account of the page was chosen again. */
export const checkAccount = check;
