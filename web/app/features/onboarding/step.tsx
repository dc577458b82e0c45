import type { ReactNode } from 'react';
import { _ } from '../../language/words.ts';
import { Entrance } from '../auth/entrance.tsx';

/** Of everybody but a Movie Lover. */
const STEPS_MAX = 3;

/** One screen of onboarding; the chooser of the user type comes before the counted ones [ONB-01]. */
export function Step({
  step,
  steps = STEPS_MAX,
  title,
  lead,
  children,
}: {
  step?: number;
  steps?: number | undefined;
  title: string;
  lead: string;
  children: ReactNode;
}) {
  return (
    <Entrance title={title} lead={lead} progress={step ? <Progress step={step} steps={steps} /> : null}>
      {children}
    </Entrance>
  );
}

function Progress({ step, steps }: { step: number; steps: number }) {
  return (
    <div className="grid gap-2">
      <p className="text-ink-muted text-small">{_('Step {step} of {steps}', { step, steps })}</p>
      <div
        role="progressbar"
        aria-label={_('Onboarding')}
        aria-valuemin={0}
        aria-valuemax={steps}
        aria-valuenow={step}
        className="grid auto-cols-fr grid-flow-col gap-1.5"
      >
        {Array.from({ length: steps }, (_, index) => index + 1).map((one) => (
          <span key={one} className={`h-1 rounded-full ${one <= step ? 'bg-action' : 'bg-raised'}`} />
        ))}
      </div>
    </div>
  );
}
