import { lazy, Suspense } from 'react';
import { useCurrentUser } from '../../layout/current-user.ts';

const CardWatchlistButton = lazy(() => import('./card-watchlist-button.tsx').catch(() => ({ default: () => null })));

/** On the card of a film, for who is signed in: whether it is on their watchlist. Public pages hold nothing of it. */
export function CardWatchlist({ film }: { film: { id: string; title: string } }) {
  if (useCurrentUser().state !== 'account') return null;
  return (
    <Suspense fallback={null}>
      <CardWatchlistButton film={film} />
    </Suspense>
  );
}
