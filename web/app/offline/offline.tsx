import { useEffect } from 'react';
import type { Unreached } from '../layout/error-pages.tsx';
import { pathOf } from '../layout/links.ts';
import { ProgressLine } from '../layout/page-progress.tsx';
import { useHeldNavigation } from './held-navigation.ts';
import { importCode, usePageNeeds } from './page-needs.ts';
import { registerWorker } from './register-worker.ts';

/** What the app does about a lost network. Loaded after hydration, like the worker that it registers. */
export function Offline({
  isLeft,
  onUnreached,
}: {
  isLeft: boolean;
  onUnreached: (unreached: Unreached | undefined) => void;
}) {
  const { isWaiting, unreached } = useHeldNavigation(isLeft);
  usePreparedLinks();
  useEffect(registerWorker, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it can do stays the same while it is shown.
  useEffect(() => onUnreached(unreached), [unreached === undefined]);
  return isWaiting ? <ProgressLine /> : null;
}

/** Loads the code of a page when a link to it is pointed at or gets the focus, so that the click need not wait for it. */
function usePreparedLinks(): void {
  const needsOf = usePageNeeds();
  useEffect(() => {
    const prepare = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null;
      const path = link && pathOf(link, window.location);
      // What fails now is tried again by the click.
      if (path && navigator.onLine) importCode(needsOf(path).code).catch(() => {});
    };
    const ended = new AbortController();
    for (const event of ['pointerover', 'focusin']) {
      document.addEventListener(event, prepare, { signal: ended.signal, passive: true });
    }
    return () => ended.abort();
  }, [needsOf]);
}
