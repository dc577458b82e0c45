import { lazy, Suspense } from 'react';
import { useCurrentUser } from '../../layout/current-user.ts';
import { PrimaryActionSkeleton } from '../film/primary-action-skeleton.tsx';
import type { HeroView } from './card-view.ts';

// A page whose action cannot be loaded still leads to the film.
const KnownHeroAction = lazy(() => import('./known-hero-action.tsx').catch(() => ({ default: () => null })));

/** What this viewer can do with the large film: play it, or what their access allows instead. */
export function HeroAction({ film }: { film: HeroView }) {
  // The page is the same for all viewers; who this is, is known after hydration.
  if (useCurrentUser().state === 'unknown') return <PrimaryActionSkeleton preparing={film.preparing} />;
  return (
    <Suspense fallback={<PrimaryActionSkeleton preparing={film.preparing} />}>
      <KnownHeroAction film={film} />
    </Suspense>
  );
}
