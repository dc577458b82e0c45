import { Clapperboard } from 'lucide-react';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { _ } from '../../language/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

export const LOOK_EVERY_MS = 5_000;

/** The home page without any film. It looks again by itself. */
export function EmptyHouse() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void revalidate(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <div className="page grid min-h-[60dvh] place-items-center">
      <h1 tabIndex={-1} className="sr-only">
        {_('Films')}
      </h1>
      <EmptyState
        icon={<Clapperboard aria-hidden />}
        title={_('The house is dark for now')}
        action={
          <a href="/content" className={buttonClass('secondary')}>
            {_('Bring a film')}
          </a>
        }
      >
        {_('The first films appear here by themselves, as soon as they are published.')}
      </EmptyState>
    </div>
  );
}
