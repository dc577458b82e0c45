import { lazy, Suspense, useEffect, useState } from 'react';
import { whenToastWaits } from '../ui/toast.ts';

const Toaster = lazy(async () => ({ default: (await import('../ui/toaster.tsx')).Toaster }));

/** By then a page has what it shows first, such as a film its first files. */
const LATEST_MS = 5_000;

/** The place for toasts, once there is one, and in any case while there is still a network to load it by. */
export function Toasts() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => whenToastWaits(() => setNeeded(true)), []);
  useEffect(() => {
    const timer = setTimeout(() => setNeeded(true), LATEST_MS);
    return () => clearTimeout(timer);
  }, []);
  return isNeeded ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
