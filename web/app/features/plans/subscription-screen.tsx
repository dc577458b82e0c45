import type { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import { PlanService, SubscriptionState } from '@marquee/contracts/identity/v1/plans_pb';
import { Tags } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { NotReady } from '../../data/not-ready.tsx';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { forgetPlanOrder, keptPlanOrder } from './kept-plan-order.ts';
import { LeftPlanOrder } from './left-plan-order.tsx';
import { OwnSubscription } from './own-subscription.tsx';
import { choiceOf, planName } from './plan-words.ts';
import { StartPlan } from './start-plan.tsx';

/** The viewer's subscription; with a choice in the address, what taking it means [SET-10]. */
export function SubscriptionScreen() {
  const { own, retry } = useOwn(PlanService.method.getPlans, {});
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const choice = choiceOf(query);
  const [left, setLeft] = useState(keptPlanOrder);
  if (own.state !== 'ready')
    return (
      <NotReady
        {...{ own, retry }}
        className="h-64"
        loading={_('Loading your subscription')}
        failed={_('We failed to load your subscription.')}
      />
    );
  const { subscription, enabled } = own.value;
  const endLeft = () => {
    forgetPlanOrder();
    setLeft(undefined);
  };
  if (left) {
    const paid = async (plan: SubscriptionType) => {
      await retry();
      toast({ message: _('You have {plan} now.', { plan: planName(plan) }), tone: 'good' });
      await navigate('/settings/subscription', { replace: true });
      endLeft();
    };
    return <LeftPlanOrder orderId={left} onPaid={({ plan }) => void paid(plan)} onUnknown={endLeft} />;
  }
  if (choice && enabled) {
    const done = async () => {
      await retry();
      const isNew = subscription?.state === SubscriptionState.NONE;
      const message = isNew ? _('You have {plan} now.', { plan: planName(choice.plan) }) : _('Your plan is changed.');
      toast({ message, tone: 'good' });
      await navigate('/settings/subscription', { replace: true });
    };
    return <StartPlan choice={choice} plans={own.value} onDone={() => void done()} />;
  }
  if (!subscription || subscription.state === SubscriptionState.NONE) {
    return (
      <EmptyState
        icon={<Tags aria-hidden />}
        title={_('You have no subscription')}
        action={<LinkButton to="/settings/plans">{_('See all plans')}</LinkButton>}
      >
        {_('A plan that you choose stands here, with what it costs and when it renews.')}
      </EmptyState>
    );
  }
  return <OwnSubscription subscription={subscription} onChanged={() => void retry()} />;
}
