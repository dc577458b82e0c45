import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { Lock } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { usePending } from '../../data/use-pending.ts';
import { formatUsd } from '../../language/format.ts';
import { _, worded } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states.tsx';
import type { StripePayment, StripeStep } from './sale.ts';
import { stripeAppearance } from './stripe-appearance.ts';

/** What is done at Stripe: a payment of so many cents, or a card is saved and nothing charged. */
type StripeTask = { amount: bigint } | 'save card';

export type StripeFormProps = {
  stripe: StripePayment;
  step: StripeStep;
  task: StripeTask;
  /** Why the card was declined last; '' if it was not. */
  declineMessage: string;
  /** What the service has to know before; true where it has changed the payment. */
  beforePaying?: (() => Promise<boolean>) | undefined;
  /** It is about to be sent. */
  onPaying?: () => void;
  /** Asks the service how it stands. */
  ask: () => Promise<void>;
};
const ADDED = /^(?:payment_intent|setup_intent|redirect_status)/;
type Refusal = { message?: string; code?: string };
type Opened = { stripe: Stripe; elements: StripeElements };

/**
 * Stripe's Payment Element, in a frame of Stripe's: what is typed never comes to this site. A bank that wants to ask does so in
 * a frame, or on a page of its own, which comes back to this page; what is paid or saved is kept in this tab.
 */
export default function StripeForm(props: StripeFormProps) {
  const [round, setRound] = useState(0);
  return <PaymentForm key={round} {...props} onRetry={() => setRound((before) => before + 1)} />;
}

function PaymentForm({
  stripe: payment,
  step,
  task,
  declineMessage,
  beforePaying,
  onPaying,
  ask,
  onRetry,
}: StripeFormProps & { onRetry: () => void }) {
  const words = wordsOf(task);
  const place = useRef<HTMLDivElement>(null);
  const { opened, isReady, failure } = useElement(payment, place, step === 'card');
  const [isPending, during] = usePending();
  const [error, setError] = useState('');
  const isChanged = useRef(false);

  async function pay(event: FormEvent) {
    event.preventDefault();
    if (!opened || isPending) return;
    setError('');
    await during(async () => {
      try {
        if (await beforePaying?.()) isChanged.current = true;
        // The element knows the payment as it was when it was shown.
        if (isChanged.current) await opened.elements.fetchUpdates();
        isChanged.current = false;
        onPaying?.();
        const { error: refusal } = await confirmed(opened, payment, step, task);
        if (refusal) setError(refusal.message ?? words.refused);
        if (!refusal || step === 'challenge' || isOver(refusal)) await ask();
      } catch {
        setError(words.unreachable);
      }
    });
  }

  const message = error || worded(declineMessage);
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
            {words.unopened}
          </Banner>
          <Button onClick={onRetry}>{_('Try again')}</Button>
        </div>
      ) : null}
      {step === 'card' ? <div ref={place} /> : <p>{words.bank}</p>}
      {!isReady && !failure ? <Skeleton className="h-48" label={words.opening} /> : null}
      <Button
        type="submit"
        variant="primary"
        size="large"
        pending={isPending}
        disabled={!isReady}
        icon={<Lock aria-hidden className="size-5" />}
      >
        {step === 'card' ? words.action : _('Continue at your bank')}
      </Button>
    </form>
  );
}

function wordsOf(task: StripeTask) {
  if (task === 'save card') {
    return {
      action: _('Save this card'),
      bank: _('Your bank asks whether this card is yours.'),
      opening: _('Opening the card form'),
      unopened: _('We could not open the card form. Check your connection, or allow js.stripe.com in your browser.'),
      refused: _('Your card was not saved. Please try again.'),
      unreachable: _('We could not reach the payment provider. Please try again: nothing is charged.'),
    };
  }
  return {
    action: _('Pay {price}', { price: formatUsd(task.amount) }),
    bank: _('Your bank asks whether it is you who pays.'),
    opening: _('Opening the payment'),
    unopened: _('We could not open the payment. Check your connection, or allow js.stripe.com in your browser.'),
    refused: _('The payment did not go through. Please try again.'),
    unreachable: _('We could not reach the payment provider. Please try again: you are charged once.'),
  };
}

async function confirmed(
  { stripe, elements }: Opened,
  { clientSecret }: StripePayment,
  step: StripeStep,
  task: StripeTask,
): Promise<{ error?: Refusal }> {
  if (step === 'challenge') return answered(stripe, clientSecret);
  const asked = { elements, confirmParams: { return_url: returnUrl() }, redirect: 'if_required' } as const;
  return task === 'save card' ? stripe.confirmSetup(asked) : stripe.confirmPayment(asked);
}

/** Stripe's script throws where the bank was answered before: how it stands is asked for in any case. */
async function answered(stripe: Stripe, clientSecret: string): Promise<{ error?: Refusal }> {
  try {
    return await stripe.handleNextAction({ clientSecret });
  } catch {
    return { error: {} };
  }
}

/** Whether it waits for its browser no more: it went through before, and only the service's answer was lost. */
const isOver = ({ code }: Refusal) => code?.endsWith('_intent_unexpected_state') === true;

/** This page, without what Stripe added to its address when it came back before. */
function returnUrl(): string {
  const url = new URL(window.location.href);
  for (const name of [...url.searchParams.keys()]) if (ADDED.test(name)) url.searchParams.delete(name);
  return url.href;
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
