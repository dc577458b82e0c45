import { timestampDate } from '@bufbuild/protobuf/wkt';
import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import { PlanService, type Subscription, SubscriptionState } from '@marquee/contracts/identity/v1/plans_pb';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatAddedDate, formatUsd } from '../../language/format.ts';
import { _, worded } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';
import { PayPlanOrder } from './pay-plan-order.tsx';
import { planName, pricePer } from './plan-words.ts';

type Props = { subscription: Subscription; onChanged: () => void };

/** The plan that the viewer has, until when, and what they can do with it [SET-10]. */
export function OwnSubscription({ subscription, onChanged }: Props) {
  const { plan, interval, nextPlan, nextInterval, openOrder, state } = subscription;
  const isPastDue = state === SubscriptionState.PAST_DUE && openOrder !== undefined;
  return (
    <div className="grid gap-8">
      {isPastDue ? <PastDue subscription={subscription} onChanged={onChanged} /> : null}
      <Section title={planName(plan)}>
        <p>{lineOf(subscription)}</p>
        {nextPlan ? (
          <p>
            {_('From then on it is {plan}, for {price}.', {
              plan: planName(nextPlan),
              price: pricePer(nextInterval || interval, formatUsd(subscription.nextPrice)),
            })}
          </p>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <LinkButton to="/settings/plans">{_('See all plans')}</LinkButton>
          <LinkButton to="/settings/payment">{_('Your cards')}</LinkButton>
          <LinkButton to="/settings/receipts">{_('Receipts')}</LinkButton>
        </div>
      </Section>
      {subscription.granted ? null : <EndOrKeep subscription={subscription} onChanged={onChanged} />}
    </div>
  );
}

/** One sentence that says where the subscription stands. */
function lineOf(subscription: Subscription): string {
  const { state, interval, periodEnd, ends, granted, nextPrice } = subscription;
  const date = periodEnd ? formatAddedDate(timestampDate(periodEnd)) : '';
  const price = pricePer(interval, formatUsd(nextPrice));
  if (granted) return _('Our staff have given it to you until {date}. You pay nothing.', { date });
  if (state === SubscriptionState.PAST_DUE) return _('It should have renewed on {date}.', { date });
  if (ends) return _('It ends on {date}, and you pay nothing more. Until then you have all of it.', { date });
  if (subscription.nextPlan) return _('It continues until {date}.', { date });
  if (state === SubscriptionState.TRIALING) {
    return _('Your trial ends on {date}. Then it costs {price}.', { date, price });
  }
  return _('It renews on {date}, for {price}.', { date, price });
}

function PastDue({ subscription, onChanged }: Props) {
  const { openOrder, graceUntil } = subscription;
  const date = graceUntil ? formatAddedDate(timestampDate(graceUntil)) : '';
  if (!openOrder) return null;
  return (
    <Section title={_('Your last payment did not work')}>
      <Banner tone="danger" urgent>
        {openOrder.declineMessage ? `${worded(openOrder.declineMessage)} ` : ''}
        {_('We try it again until {date}. After that your plan ends.', { date })}
      </Banner>
      <PayPlanOrder order={openOrder} isDeclineSaid onPaid={onChanged} />
      <div>
        <LinkButton to="/settings/payment/add">{_('Add another card')}</LinkButton>
      </div>
    </Section>
  );
}

function EndOrKeep({ subscription, onChanged }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [pending, during] = usePending();
  const isPastDue = subscription.state === SubscriptionState.PAST_DUE;
  const isWaiting = subscription.ends || subscription.nextPlan !== SubscriptionType.UNSPECIFIED;
  const act = (what: 'cancelPlan' | 'keepPlan') =>
    during(() =>
      orToast(async () => {
        await client(PlanService)[what]({});
        setAsking(false);
        toast({
          message: what === 'keepPlan' ? _('Your plan continues.') : _('Your plan is cancelled.'),
          tone: 'good',
        });
        onChanged();
      }, _('We failed to change your plan.')),
    );
  if (isWaiting) {
    return (
      <div>
        <Button variant="primary" pending={pending} onClick={() => void act('keepPlan')}>
          {subscription.ends ? _('Keep my plan') : _('Stay with {plan}', { plan: planName(subscription.plan) })}
        </Button>
      </div>
    );
  }
  return (
    <div>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {_('Cancel my plan')}
      </Button>
      <Dialog title={_('Cancel your plan?')} open={isAsking} onOpenChange={setAsking}>
        <div className="grid gap-5">
          <p>
            {isPastDue
              ? _('It ends at once, and nothing is charged.')
              : _('You have it until its period ends, and can change your mind until then.')}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="danger" pending={pending} onClick={() => void act('cancelPlan')}>
              {_('Cancel my plan')}
            </Button>
            <Button onClick={() => setAsking(false)}>{_('Keep it')}</Button>
          </div>
        </div>
      </Dialog>
    </div>
  );
}
