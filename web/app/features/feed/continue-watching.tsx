import { lazy, Suspense } from 'react';
import { useCurrentUser } from '../../layout/current-user.ts';

const ContinueWatchingRail = lazy(() => import('./continue-watching-rail.tsx').catch(() => ({ default: () => null })));

/** What a signed-in viewer began; visitors do not load it. */
export function ContinueWatching() {
  if (useCurrentUser().state !== 'account') return null;
  return (
    <Suspense fallback={null}>
      <ContinueWatchingRail />
    </Suspense>
  );
}
