import { lazy, Suspense, useEffect, useState } from 'react';

const ComingEventsSection = lazy(() => import('./coming-events-section.tsx').catch(() => ({ default: () => null })));

/** What is next at festivals, below the films: it is loaded after the page, and nothing stands there until it is. */
export function ComingEvents() {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  if (!isHydrated) return null;
  return (
    <Suspense fallback={null}>
      <ComingEventsSection />
    </Suspense>
  );
}
