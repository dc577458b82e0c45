import { lazy, Suspense } from 'react';
import { useCurrentUser } from '../../layout/current-user.ts';

const ForYouRails = lazy(() => import('./for-you-rails.tsx').catch(() => ({ default: () => null })));

/** What is chosen for who is signed in; the public page holds nothing of it. */
export function ForYou() {
  if (useCurrentUser().state !== 'account') return null;
  return (
    <Suspense fallback={null}>
      <ForYouRails />
    </Suspense>
  );
}
