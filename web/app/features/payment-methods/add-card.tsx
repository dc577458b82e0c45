import { type CardSetup, CardSetupStep, PaymentMethodService } from '@marquee/contracts/identity/v1/payment_methods_pb';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf, refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { BankAsks } from '../checkout/bank-question.tsx';
import { TestCardFields } from '../checkout/test-card-form.tsx';

type State =
  | { step: 'opening' }
  | { step: 'failed'; message: string; closed: boolean }
  | { step: 'open'; setup: CardSetup };

/** Saves a card at the payment provider, for plans [SET-11]. */
export function AddCard() {
  const [state, setState] = useState<State>({ step: 'opening' });
  const setupId = useRef('');
  const navigate = useNavigate();
  const open = useCallback(async () => {
    setState({ step: 'opening' });
    setupId.current ||= crypto.randomUUID();
    try {
      const { setup } = await client(PaymentMethodService).startCardSetup({ setupId: setupId.current });
      if (setup) setState({ step: 'open', setup });
    } catch (thrown) {
      const closed = refusalOf(thrown).reason === 'PLANS_UNAVAILABLE';
      setState({ step: 'failed', message: messageOf(thrown, _('We could not begin to save a card.')), closed });
    }
  }, []);
  useEffect(() => void open(), [open]);
  const show = async (setup: CardSetup | undefined) => {
    if (!setup) return;
    if (setup.step !== CardSetupStep.SAVED) return setState({ step: 'open', setup });
    toast({ message: _('Your card is saved.'), tone: 'good' });
    await navigate('/settings/payment');
  };
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
  const { id, step, declineMessage } = state.setup;
  if (step === CardSetupStep.CHALLENGE) {
    return (
      <BankAsks
        question={_('Your bank asks: is this card yours?')}
        yes={_('Yes, save it')}
        onAnswer={async (approved) =>
          show((await client(PaymentMethodService).answerTestCardChallenge({ setupId: id, approved })).setup)
        }
      />
    );
  }
  return (
    <div className="grid max-w-md gap-5">
      <p className="text-ink-muted">
        {_('Our payment provider keeps the card, and we see its last digits alone. Nothing is charged now.')}
      </p>
      <TestCardFields
        declineMessage={declineMessage}
        action={_('Save this card')}
        failed={_('We could not reach the payment provider. Please try again: nothing is charged.')}
        onCard={async (card) =>
          show((await client(PaymentMethodService).confirmTestCardSetup({ setupId: id, ...card })).setup)
        }
      />
    </div>
  );
}
