import { lazy, Suspense } from 'react';
import { _ } from '../../language/words.ts';
import { Skeleton } from '../../ui/states.tsx';
import type { StripeFormProps } from './stripe-form.tsx';

/** Stripe's part is only loaded where it takes the payment. */
const StripeForm = lazy(() => import('./stripe-form.tsx'));

/** What is paid, or saved, at Stripe. */
export function AtStripe(props: StripeFormProps) {
  return (
    <Suspense fallback={<Skeleton className="h-72" label={_('Loading')} />}>
      <StripeForm key={`${props.stripe.clientSecret} ${props.step}`} {...props} />
    </Suspense>
  );
}
