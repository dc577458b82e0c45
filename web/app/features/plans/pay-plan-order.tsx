import { type PlanOrder, PlanOrderState, PlanPaymentStep, PlanService } from '@marquee/contracts/identity/v1/plans_pb';
import { useEffect, useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { useAttempt } from '../../data/use-attempt.ts';
import { formatUsd } from '../../language/format.ts';
import { _, worded } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { AtStripe } from '../checkout/at-stripe.tsx';
import { BankAsks } from '../checkout/bank-question.tsx';
import { useAskAgain } from '../checkout/use-ask-again.ts';
import { keepWhilePaying } from './kept-plan-order.ts';

type Props = {
  order: PlanOrder;
  /** The page says already why the card was declined. */
  isDeclineSaid?: boolean;
  onPaid: () => void;
};

/** Pays an order of a plan with the viewer's default card, and asks what their bank asks. */
export function PayPlanOrder({ order: given, isDeclineSaid = false, onPaid }: Props) {
  const [order, setOrder] = useState(given);
  const [pending, error, attempt] = useAttempt();
  const { id, step, state } = order;
  const show = (next: PlanOrder | undefined) => {
    if (!next) return;
    keepWhilePaying(next);
    setOrder(next);
    if (next.state === PlanOrderState.FULFILLED) onPaid();
  };
  const isWaiting = step === PlanPaymentStep.WAIT && state === PlanOrderState.PAYING;
  useEffect(() => keepWhilePaying(given), [given]);
  const ask = async () => show((await client(PlanService).getPlanOrder({ orderId: id })).order);
  useAskAgain(isWaiting, ask);
  const pay = () =>
    attempt(async () => {
      show((await client(PlanService).payPlanOrder({ orderId: id, attemptId: crypto.randomUUID() })).order);
    }, _('We could not reach the payment provider. Please try again: you are charged once.'));
  if (step === PlanPaymentStep.CHALLENGE) {
    const { amount, stripe } = order;
    if (stripe) return <AtStripe {...{ stripe, ask }} step="challenge" task={{ amount }} declineMessage="" />;
    return (
      <BankAsks
        question={_('Your bank asks: is it you who pays {price}?', { price: formatUsd(amount) })}
        yes={_('Yes, pay')}
        onAnswer={async (approved) =>
          show((await client(PlanService).answerTestPlanChallenge({ orderId: id, approved })).order)
        }
      />
    );
  }
  if (isWaiting) return <p role="status">{_('Your payment is on its way. You can close this page.')}</p>;
  if (state === PlanOrderState.CANCELLED || state === PlanOrderState.EXPIRED) {
    return <Banner tone="warn">{_('This order has ended and nothing was charged. Please start again.')}</Banner>;
  }
  if (state === PlanOrderState.PAID || state === PlanOrderState.REFUNDED) {
    return (
      <Banner tone="warn">
        {_('We could not give you this plan any more. Your money goes back to your card by itself.')}
      </Banner>
    );
  }
  const said = error || (order === given && isDeclineSaid ? '' : worded(order.declineMessage));
  return (
    <div className="grid gap-4">
      {said ? (
        <Banner tone="danger" urgent>
          {said}
        </Banner>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" pending={pending} onClick={() => void pay()}>
          {_('Pay {price}', { price: formatUsd(order.amount) })}
        </Button>
        <LinkButton to="/settings/payment">{_('Use another card')}</LinkButton>
      </div>
    </div>
  );
}
