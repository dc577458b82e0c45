import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { Lock } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatUsd } from '../../language/format.ts';
import { _, worded } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states.tsx';
import type { StripePayment, StripeStep } from './sale.ts';
import { stripeAppearance } from './stripe-appearance.ts';

type Props = {
  stripe: StripePayment;
  step: StripeStep;
  /** In cents. */
  amount: bigint;
  /** Why the card was declined last; '' if it was not. */
  declineMessage: string;
  onPaying: () => void;
  /** Asks the service how the payment stands. */
  ask: () => Promise<void>;
};
type Opened = { stripe: Stripe; elements: StripeElements };

/**
 * Stripe's Payment Element, in a frame of Stripe's: what is typed never comes to this site. A bank that wants to ask does so in
 * a frame, or on a page of its own, which comes back to this page; the order is kept in this tab.
 */
export default function StripeForm(props: Props) {
  const [round, setRound] = useState(0);
  return <PaymentForm key={round} {...props} onRetry={() => setRound((before) => before + 1)} />;
}

function PaymentForm({
  stripe: payment,
  step,
  amount,
  declineMessage,
  onPaying,
  ask,
  onRetry,
}: Props & { onRetry: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const { opened, isReady, failure } = useElement(payment, place, step === 'card');
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState('');

  async function pay(event: FormEvent) {
    event.preventDefault();
    if (!opened || isPending) return;
    setIsPending(true);
    setError('');
    onPaying();
    try {
      const answer = await confirmed(opened, payment, step);
      if (answer.error) setError(answer.error.message ?? _('The payment did not go through. Please try again.'));
      else await ask();
    } catch {
      setError(_('We could not reach the payment provider. Please try again: you are charged once.'));
    } finally {
      setIsPending(false);
    }
  }

  const message = error || (declineMessage && worded(declineMessage));
  return (
    <form className="grid gap-5" onSubmit={(event) => void pay(event)} aria-busy={isPending}>
      {message ? (
        <Banner tone="danger" urgent>
          {message}
        </Banner>
      ) : null}
      {failure ? (
        <div className="grid gap-4">
          <Banner tone="danger" urgent>
            {_('We could not open the payment. Check your connection, or allow js.stripe.com in your browser.')}
          </Banner>
          <Button onClick={onRetry}>{_('Try again')}</Button>
        </div>
      ) : null}
      {step === 'card' ? <div ref={place} /> : <p>{_('Your bank asks whether it is you who pays.')}</p>}
      {!isReady && !failure ? <Skeleton className="h-48" label={_('Opening the payment')} /> : null}
      <Button
        type="submit"
        variant="primary"
        size="large"
        pending={isPending}
        disabled={!isReady}
        icon={<Lock aria-hidden className="size-5" />}
      >
        {step === 'card' ? _('Pay {price}', { price: formatUsd(amount) }) : _('Continue at your bank')}
      </Button>
    </form>
  );
}

function confirmed({ stripe, elements }: Opened, { clientSecret }: StripePayment, step: StripeStep) {
  if (step === 'challenge') return stripe.handleNextAction({ clientSecret });
  return stripe.confirmPayment({
    elements,
    confirmParams: { return_url: window.location.href },
    redirect: 'if_required',
  });
}

/** Loads Stripe's script, and shows its element where a card is needed. */
function useElement(
  { publishableKey, clientSecret }: StripePayment,
  place: { current: HTMLDivElement | null },
  needsCard: boolean,
) {
  const [opened, setOpened] = useState<Opened>();
  const [isReady, setIsReady] = useState(false);
  const [failure, setFailure] = useState(false);
  useEffect(() => {
    let isOver = false;
    let unmount = () => {};
    const fail = () => !isOver && setFailure(true);
    async function open() {
      const stripe = await loadStripe(publishableKey);
      if (isOver) return;
      if (!stripe) return fail();
      const elements = stripe.elements({ clientSecret, appearance: stripeAppearance() });
      setOpened({ stripe, elements });
      if (!needsCard || !place.current) return setIsReady(true);
      const element = elements.create('payment', { layout: 'accordion' });
      element.on('ready', () => setIsReady(true));
      element.on('loaderror', fail);
      element.mount(place.current);
      unmount = () => element.destroy();
    }
    open().catch(fail);
    return () => {
      isOver = true;
      unmount();
    };
  }, [publishableKey, clientSecret, needsCard, place]);
  return { opened, isReady, failure };
}
