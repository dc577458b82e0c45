import type { DashboardFigures } from '@marquee/contracts/festival/v1/dashboard_pb';
import { useEffect, useRef, useState } from 'react';
import { useTopic } from '../../realtime/use-topic.ts';

/** Who watches now is announced by no signal, so that it is asked for. */
const ASK_EVERY_MS = 15_000;

type Answer = { figures?: DashboardFigures };

/**
 * A dashboard that moves while one looks: it is read again when something was sold or somebody came, and every 15 seconds
 * while the page is visible. `stale` says that the last time it could not be read.
 */
export function useDashboard<T extends Answer>(
  topic: string,
  first: T,
  read: () => Promise<T>,
): { seen: T; stale: boolean } {
  const [seen, setSeen] = useState(first);
  const [stale, setStale] = useState(false);
  const latest = useRef(read);
  latest.current = read;
  const refetch = async () => {
    try {
      const next = await latest.current();
      // An answer that arrives after a newer one is of before.
      setSeen((now) => ((next.figures?.version ?? 0n) >= (now.figures?.version ?? 0n) ? next : now));
      setStale(false);
    } catch {
      setStale(true);
    }
  };
  useTopic(topic, seen.figures?.version, refetch);
  const again = useRef(refetch);
  again.current = refetch;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void again.current(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return { seen, stale };
}
