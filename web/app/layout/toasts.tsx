import { type ComponentType, useEffect, useState } from 'react';
import { whenToastWaits } from '../ui/toast.ts';

/** By then a page has what it shows first, such as a film its first files. */
const LATEST_MS = 5_000;

/**
 * The place for toasts, once there is one, and in any case while there is still a network to load it by. Without a network
 * they wait for it.
 */
export function Toasts() {
  const [Place, setPlace] = useState<ComponentType>();
  useEffect(() => {
    let isOpen = true;
    const load = () =>
      void import('../ui/toaster.tsx').then(
        ({ Toaster }) => isOpen && setPlace(() => Toaster),
        () => {},
      );
    const stop = whenToastWaits(load);
    const timer = setTimeout(load, LATEST_MS);
    window.addEventListener('online', load);
    return () => {
      isOpen = false;
      stop();
      clearTimeout(timer);
      window.removeEventListener('online', load);
    };
  }, []);
  return Place ? <Place /> : null;
}
