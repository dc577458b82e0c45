import { type CardSetup, CardSetupStep, PaymentMethodService } from '@marquee/contracts/identity/v1/payment_methods_pb';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { messageOf, refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { AtStripe } from '../checkout/at-stripe.tsx';
import { BankAsks } from '../checkout/bank-question.tsx';
import { TestCardFields } from '../checkout/test-card-form.tsx';
import { useAskAgain } from '../checkout/use-ask-again.ts';
import { choiceOf, choicePath } from '../plans/plan-words.ts';
import { endCardSetup, openCardSetup } from './open-card-setup.ts';

type State =
  | { step: 'opening' }
  | { step: 'failed'; message: string; closed: boolean }
  | { step: 'open'; setup: CardSetup };

/** Saves a card at the payment provider, for plans; then back to the plan that the address names [SET-11]. */
export function AddCard() {
  const [state, setState] = useState<State>({ step: 'opening' });
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const show = async (setup: CardSetup | undefined) => {
    if (!setup) return;
    if (setup.step !== CardSetupStep.SAVED) return setState({ step: 'open', setup });
    endCardSetup();
    toast({ message: _('Your card is saved.'), tone: 'good' });
    const choice = choiceOf(query);
    await navigate(choice ? choicePath(choice) : '/settings/payment');
  };
  const open = async () => {
    setState({ step: 'opening' });
    try {
      await show(await openCardSetup());
    } catch (thrown) {
      const closed = refusalOf(thrown).reason === 'PLANS_UNAVAILABLE';
      setState({ step: 'failed', message: messageOf(thrown, _('We could not begin to save a card.')), closed });
    }
  };
  const opened = useEffectEvent(open);
  useEffect(() => void opened(), []);
  if (state.step === 'opening') return <Skeleton className="h-72" label={_('Opening the card form')} />;
  if (state.step === 'failed') {
    if (!state.closed) return <ErrorState title={state.message} onRetry={() => void open()} />;
    return (
      <EmptyState
        title={_('We cannot take payments here yet')}
        action={<LinkButton to="/settings/payment">{_('Back to payment')}</LinkButton>}
      >
        {_('There is no card to add, and we ask you for none.')}
      </EmptyState>
    );
  }
  const { setup } = state;
  if (setup.step === CardSetupStep.ENDED) {
    return <ErrorState title={_('Your card was not saved. Please try again.')} onRetry={() => void open()} />;
  }
  return <OpenSetup setup={setup} show={show} />;
}

type SetupProps = { setup: CardSetup; show: (setup: CardSetup | undefined) => Promise<void> };

/** A card that is being saved: its form, what its bank asks, and the wait for the provider's answer. */
function OpenSetup({ setup, show }: SetupProps) {
  const { id: setupId, step, declineMessage, stripe } = setup;
  const isWaiting = step === CardSetupStep.WAIT;
  const ask = async () => show((await client(PaymentMethodService).getCardSetup({ setupId })).setup);
  useAskAgain(isWaiting, ask);
  if (isWaiting) return <p role="status">{_('Your card is being checked. You can close this page.')}</p>;
  const isAsked = step === CardSetupStep.CHALLENGE;
  if (stripe) {
    return (
      <CardFrame>
        <AtStripe {...{ stripe, declineMessage, ask }} task="save card" step={isAsked ? 'challenge' : 'card'} />
      </CardFrame>
    );
  }
  if (isAsked) {
    return (
      <BankAsks
        question={_('Your bank asks: is this card yours?')}
        yes={_('Yes, save it')}
        onAnswer={async (approved) =>
          show((await client(PaymentMethodService).answerTestCardChallenge({ setupId, approved })).setup)
        }
      />
    );
  }
  return (
    <CardFrame>
      <TestCardFields
        declineMessage={declineMessage}
        action={_('Save this card')}
        failed={_('We could not reach the payment provider. Please try again: nothing is charged.')}
        onCard={async (card) =>
          show((await client(PaymentMethodService).confirmTestCardSetup({ setupId, ...card })).setup)
        }
      />
    </CardFrame>
  );
}

function CardFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid max-w-md gap-5">
      <p className="text-ink-muted">
        {_('Our payment provider keeps the card, and we see its last digits alone. Nothing is charged now.')}
      </p>
      {children}
    </div>
  );
}
