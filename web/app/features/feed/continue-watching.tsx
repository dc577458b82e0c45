import { lazy, Suspense } from 'react';
import { _ } from '../../language/words.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { Skeleton } from '../../ui/states.tsx';

const ContinueWatchingRail = lazy(() => import('./continue-watching-rail.tsx').catch(() => ({ default: () => null })));

/** What a signed-in viewer began; visitors do not load it. `onShown` learns which films it shows. */
export function ContinueWatching({ onShown }: { onShown: (filmIds: readonly string[]) => void }) {
  const { state } = useCurrentUser();
  if (state === 'visitor') return null;
  if (state === 'unknown') return <ContinueRoom />;
  return (
    <Suspense fallback={<ContinueRoom />}>
      <ContinueWatchingRail onShown={onShown} />
    </Suspense>
  );
}

/** Takes the place of the rail while it loads, where room is kept for it; elsewhere it is not shown. */
export function ContinueRoom() {
  return (
    <div aria-hidden className="hidden gap-4 in-data-continues:grid">
      <p className="font-title text-heading md:min-h-8">{_('Continue watching')}</p>
      <div className="bleed grid auto-cols-[clamp(15rem,70vw,22rem)] grid-flow-col gap-x-4 overflow-hidden -my-2 py-2">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key} className="grid content-start gap-2.5">
            <Skeleton className="aspect-video rounded-poster" />
            <span className="grid gap-0.5">
              <span className="text-small">
                <Skeleton className="inline-block h-[0.8em] w-3/5" />
              </span>
              <span className="text-caption">
                <Skeleton className="inline-block h-[0.8em] w-1/3" />
              </span>
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
