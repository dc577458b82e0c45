import { timestampDate } from '@bufbuild/protobuf/wkt';
import {
  type GetPlansResponse,
  type PlanOrder,
  PlanOrderState,
  PlanService,
  SubscriptionState,
} from '@marquee/contracts/identity/v1/plans_pb';
import { useRef, useState } from 'react';
import { messageOf, refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { useOwn } from '../../data/use-own.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatAddedDate, formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { PayPlanOrder } from './pay-plan-order.tsx';
import { addCardPath, type Choice, planName, pricePer } from './plan-words.ts';

type Props = { choice: Choice; plans: GetPlansResponse; onDone: () => void };

/** What a plan costs before somebody takes it, and when: a first plan, or a change of the one they have [SET-10]. */
export function StartPlan({ choice, plans, onDone }: Props) {
  const { subscription } = plans;
  const runs = subscription && subscription.state !== SubscriptionState.NONE && !subscription.granted;
  return runs ? <Change choice={choice} onDone={onDone} /> : <First choice={choice} plans={plans} onDone={onDone} />;
}

function First({ choice, plans, onDone }: Props) {
  const { subscription, trialDays, offers } = plans;
  const price = offers.find(({ plan, interval }) => plan === choice.plan && interval === choice.interval)?.price ?? 0n;
  const hasTrial = subscription?.trialAvailable === true && trialDays > 0;
  const words = pricePer(choice.interval, formatUsd(price));
  return (
    <Confirm
      title={planName(choice.plan)}
      line={
        hasTrial
          ? _('The first {days} days cost nothing. After that it is {price}, until you cancel.', {
              days: trialDays,
              price: words,
            })
          : _('It is {price}, from now on until you cancel.', { price: words })
      }
      action={hasTrial ? _('Start my trial') : _('Pay {price}', { price: formatUsd(price) })}
      onDone={onDone}
      addCardTo={addCardPath(choice)}
      take={(orderId) => client(PlanService).startPlan({ ...choice, orderId, price })}
    />
  );
}

function Change({ choice, onDone }: Omit<Props, 'plans'>) {
  const { own, retry } = useOwn(PlanService.method.quotePlanChange, choice);
  if (own.state === 'loading') return <Skeleton className="h-48" label={_('Loading the price')} />;
  if (own.state === 'failed') {
    return <ErrorState title={messageOf(own.cause, _('We failed to load the price.'))} onRetry={() => void retry()} />;
  }
  const { amount, atOnce, credit, price, startsAt } = own.value;
  const words = pricePer(choice.interval, formatUsd(price));
  const date = startsAt ? formatAddedDate(timestampDate(startsAt)) : '';
  const paidNow = atOnce && amount > 0n;
  const line = paidNow
    ? _('You pay {amount} now: what is left of your plan is worth {credit}. From then on it is {price}.', {
        amount: formatUsd(amount),
        credit: formatUsd(credit),
        price: words,
      })
    : atOnce
      ? _('You have it at once. From {date} on it is {price}.', { date, price: words })
      : _('It begins on {date}, when your plan ends, for {price}. You pay nothing now.', { date, price: words });
  return (
    <Confirm
      title={planName(choice.plan)}
      line={line}
      action={paidNow ? _('Pay {price}', { price: formatUsd(amount) }) : _('Change my plan')}
      onDone={onDone}
      addCardTo={addCardPath(choice)}
      take={(orderId) => client(PlanService).changePlan({ ...choice, orderId, amount })}
    />
  );
}

type ConfirmProps = {
  title: string;
  line: string;
  action: string;
  onDone: () => void;
  addCardTo: string;
  take: (orderId: string) => Promise<{ order?: PlanOrder | undefined }>;
};

function Confirm({ title, line, action, onDone, addCardTo, take }: ConfirmProps) {
  // Kept while the page is: a lost answer is asked for again by the same id.
  const orderId = useRef('');
  const [pending, during] = usePending();
  const [order, setOrder] = useState<PlanOrder>();
  const [error, setError] = useState<{ message: string; needsCard: boolean }>();
  const confirm = () =>
    during(async () => {
      setError(undefined);
      orderId.current ||= crypto.randomUUID();
      try {
        const taken = await take(orderId.current);
        if (taken.order && taken.order.state !== PlanOrderState.FULFILLED) setOrder(taken.order);
        else onDone();
      } catch (thrown) {
        const { reason } = refusalOf(thrown);
        if (reason !== '') orderId.current = '';
        setError({
          message: messageOf(thrown, _('We failed to change your plan.')),
          needsCard: reason === 'CARD_NEEDED',
        });
      }
    });
  return (
    <Section title={title}>
      <p>{line}</p>
      {error ? (
        <Banner
          tone="danger"
          urgent
          action={error.needsCard ? <LinkButton to={addCardTo}>{_('Add a card')}</LinkButton> : undefined}
        >
          {error.message}
        </Banner>
      ) : null}
      {order ? (
        <PayPlanOrder order={order} onPaid={onDone} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" pending={pending} onClick={() => void confirm()}>
            {action}
          </Button>
          <LinkButton to="/settings/plans">{_('See all plans')}</LinkButton>
        </div>
      )}
    </Section>
  );
}
