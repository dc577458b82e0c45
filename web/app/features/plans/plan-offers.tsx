import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import {
  BillingInterval,
  type GetPlansResponse,
  PlanService,
  type Subscription,
  SubscriptionState,
} from '@marquee/contracts/identity/v1/plans_pb';
import { Check, Tags } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { useOwn } from '../../data/use-own.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { choicePath, PLAN_LINES, planName, pricePer } from './plan-words.ts';

/** What plans cost, and which one the viewer has [SET-10]. */
export function PlanOffers() {
  const { own, retry } = useOwn(PlanService.method.getPlans, {});
  if (own.state === 'loading') {
    return (
      <div className="grid gap-4 md:grid-cols-3">
        <Skeleton className="h-72" label={_('Loading the plans')} />
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
      </div>
    );
  }
  if (own.state === 'failed') {
    return <ErrorState title={_('We failed to load the plans.')} onRetry={() => void retry()} />;
  }
  if (!own.value.enabled) return <NotSold subscription={own.value.subscription} />;
  return <Offers plans={own.value} onChanged={() => void retry()} />;
}

function NotSold({ subscription }: { subscription: Subscription | undefined }) {
  const runs = subscription && subscription.state !== SubscriptionState.NONE;
  return (
    <EmptyState
      icon={<Tags aria-hidden />}
      title={_('There are no plans to buy')}
      action={
        runs ? (
          <LinkButton to="/settings/subscription">{_('Your subscription')}</LinkButton>
        ) : (
          <LinkButton to="/films">{_('See the films')}</LinkButton>
        )
      }
    >
      {runs && !subscription?.ends
        ? _('New plans are not sold at the moment. Yours continues and renews.')
        : _('Marquee costs nothing here, and every account can do the same.')}
    </EmptyState>
  );
}

function Offers({ plans, onChanged }: { plans: GetPlansResponse; onChanged: () => void }) {
  const { subscription, trialDays } = plans;
  const [interval, setInterval] = useState<BillingInterval>(subscription?.interval || BillingInterval.MONTHLY);
  const intervals = [
    { value: BillingInterval.MONTHLY, label: _('Monthly') },
    { value: BillingInterval.YEARLY, label: _('Yearly') },
  ];
  return (
    <div className="grid gap-6">
      <fieldset className="flex w-fit gap-1 rounded-full bg-surface p-1">
        <legend className="sr-only">{_('How often you pay')}</legend>
        {intervals.map(({ value, label }) => (
          <Button
            key={value}
            size="small"
            variant={interval === value ? 'primary' : 'quiet'}
            aria-pressed={interval === value}
            onClick={() => setInterval(value)}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      {subscription?.trialAvailable && trialDays > 0 ? (
        <p className="text-ink-muted">
          {_('Your first plan costs nothing for {days} days. You can cancel at any time until then.', {
            days: trialDays,
          })}
        </p>
      ) : null}
      <ul className="grid gap-4 md:grid-cols-3">
        <FreeOffer subscription={subscription} onChanged={onChanged} />
        {plans.offers
          .filter((offer) => offer.interval === interval)
          .map((offer) => (
            <Offer
              key={offer.plan}
              plan={offer.plan}
              price={pricePer(offer.interval, formatUsd(offer.price))}
              isOwn={isOwn(subscription, offer.plan, offer.interval)}
            >
              {isOwn(subscription, offer.plan, offer.interval) ? (
                <LinkButton to="/settings/subscription">{_('Your subscription')}</LinkButton>
              ) : (
                <LinkButton variant="primary" to={choicePath(offer)}>
                  {_('Choose {plan}', { plan: planName(offer.plan) })}
                </LinkButton>
              )}
            </Offer>
          ))}
      </ul>
    </div>
  );
}

const isOwn = (own: Subscription | undefined, plan: SubscriptionType, interval: BillingInterval) =>
  own !== undefined && own.state !== SubscriptionState.NONE && own.plan === plan && own.interval === interval;

function FreeOffer({ subscription, onChanged }: { subscription: Subscription | undefined; onChanged: () => void }) {
  const [pending, during] = usePending();
  const has = subscription?.plan === SubscriptionType.FREEMIUM;
  const runs = subscription !== undefined && subscription.state !== SubscriptionState.NONE;
  const choose = () =>
    during(() =>
      orToast(async () => {
        await client(PlanService).chooseFreePlan({});
        toast({ message: _('You have Freemium now.'), tone: 'good' });
        onChanged();
      }, _('We failed to change your plan.')),
    );
  return (
    <Offer plan={SubscriptionType.FREEMIUM} price={formatUsd(0)} isOwn={has}>
      {runs ? (
        <p className="text-ink-muted text-small">{_('You have it when your plan has ended.')}</p>
      ) : has ? null : (
        <Button pending={pending} onClick={() => void choose()}>
          {_('Choose {plan}', { plan: planName(SubscriptionType.FREEMIUM) })}
        </Button>
      )}
    </Offer>
  );
}

type OfferProps = { plan: SubscriptionType; price: string; isOwn: boolean; children: React.ReactNode };

function Offer({ plan, price, isOwn: own, children }: OfferProps) {
  return (
    <li className="grid content-between gap-6 rounded-control bg-surface p-5">
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="font-title text-heading">{planName(plan)}</h2>
          {own ? <Badge tone="good">{_('Yours')}</Badge> : null}
        </div>
        <p className="tabular font-medium">{price}</p>
        <ul className="grid gap-2 text-small">
          {PLAN_LINES[plan]?.map((line) => (
            <li key={_(line)} className="flex items-start gap-2">
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-good-ink" />
              {_(line)}
            </li>
          ))}
        </ul>
      </div>
      <div className="grid">{children}</div>
    </li>
  );
}
