import { useEffect, useRef } from 'react';
import { useCurrentUser } from '../layout/current-user.ts';
import { isNewer, type Signal } from './signals.ts';

const SLOW_MS = 60_000;

/**
 * Calls `refetch` when a signal announces a newer version than `version`, after a reconnect, when the tab becomes
 * visible again, and every minute, because signals may be lost. Does nothing for visitors or while topic is null.
 */
export function useTopic(
  topic: string | null,
  version: string | bigint | number | undefined,
  refetch: (signal?: Signal) => unknown,
): void {
  const latest = useRef({ version, refetch });
  latest.current = { version, refetch };
  const current = useCurrentUser();
  const accountId = current.state === 'account' ? current.user.id : null;

  useEffect(() => {
    if (!topic || !accountId) return;
    let ended = false;
    let stop: (() => void) | undefined;
    const look = (signal?: Signal) => {
      if (signal && !isNewer(signal.version, latest.current.version)) return;
      void latest.current.refetch(signal);
    };
    void import('./browser-hub.ts').then(({ browserHub }) => {
      if (!ended) stop = browserHub(accountId).follow(topic, look);
    });
    const timer = setInterval(() => document.visibilityState === 'visible' && look(), SLOW_MS);
    const onVisible = () => document.visibilityState === 'visible' && look();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      ended = true;
      stop?.();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [topic, accountId]);
}
