import { lazy, Suspense } from 'react';
import { useCurrentUser } from '../../layout/current-user.ts';

const ContinueWatchingRail = lazy(() => import('./continue-watching-rail.tsx').catch(() => ({ default: () => null })));

/** What a signed-in viewer began; visitors do not load it. `onShown` learns which films it shows. */
export function ContinueWatching({ onShown }: { onShown: (filmIds: readonly string[]) => void }) {
  if (useCurrentUser().state !== 'account') return null;
  return (
    <Suspense fallback={null}>
      <ContinueWatchingRail onShown={onShown} />
    </Suspense>
  );
}
