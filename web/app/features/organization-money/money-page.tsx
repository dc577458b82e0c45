import type {
  GetFestivalEarningsResponse,
  ListEarningSourcesResponse,
  ListFestivalEarningDaysResponse,
} from '@marquee/contracts/festival/v1/earnings_pb';
import {
  type GetFestivalPayoutAccountResponse,
  type ListFestivalPayoutsResponse,
  OrganizationPayoutService,
} from '@marquee/contracts/festival/v1/payouts_pb';
import { ORGANIZATION_MONEY_MESSAGES } from '@marquee/rules/organization-money';
import { CircleDollarSign } from 'lucide-react';
import { client } from '../../api/browser/client.ts';
import { useMore } from '../../data/use-more.ts';
import { formatUsd } from '../../language/format.ts';
import { _, msg } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { DayRange } from '../earnings/day-range.ts';
import { Days } from '../earnings/days.tsx';
import { Figures } from '../earnings/figures.tsx';
import { PAYOUTS_PAGE_SIZE, PayoutList } from '../earnings/payout-list.tsx';
import { type PayoutCalls, PayoutPanel } from '../earnings/payout-panel.tsx';
import { Statements } from '../earnings/statements.tsx';
import { EarningSources } from './earning-sources.tsx';

type Props = {
  festivalId: string;
  earnings: GetFestivalEarningsResponse;
  sources: ListEarningSourcesResponse;
  days: ListFestivalEarningDaysResponse;
  account: GetFestivalPayoutAccountResponse;
  payouts: ListFestivalPayoutsResponse;
  range: DayRange;
};

const callsOf = (festivalId: string, mayConnect: boolean): PayoutCalls => ({
  connect: () => client(OrganizationPayoutService).openFestivalPayoutOnboarding({ festivalId }),
  dashboard: () => client(OrganizationPayoutService).openFestivalPayoutDashboard({ festivalId }),
  request: (payoutId) => client(OrganizationPayoutService).requestFestivalPayout({ festivalId, payoutId }),
  held: ORGANIZATION_MONEY_MESSAGES.held,
  ...(mayConnect ? {} : { locked: msg('Only the director connects an account and asks for payouts.') }),
});

/** What an organization has earned, to the cent, and how it gets to it [FES-06:monetization]. */
export function MoneyPage({ festivalId, earnings, sources, days, account, payouts, range }: Props) {
  const { totals, available, onTheWay, paidOut, feeBasisPoints } = earnings;
  const base = `/user/orgs/${festivalId}`;
  return (
    <div className="grid gap-8">
      <p className="max-w-2xl text-ink-muted">
        {_('What people paid for tickets and submissions, to the cent. Days are of UTC.')}
      </p>
      {available < 0n ? (
        <Banner tone="warn">
          {_('More was refunded than the account held. The next sales make up for {amount}.', {
            amount: formatUsd(-available),
          })}
        </Banner>
      ) : null}
      <Figures
        figures={[
          { name: _('Earnings'), amount: totals?.earnings ?? 0n, note: _('without what was refunded') },
          {
            name: _('Platform fee'),
            amount: totals?.eoFee ?? 0n,
            note: _('{percent} % of your next sales', { percent: feeBasisPoints / 100 }),
          },
          { name: _('Available'), amount: available },
          { name: _('On the way'), amount: onTheWay },
          { name: _('Paid out'), amount: paidOut },
        ]}
      />
      <PayoutPanel {...{ account, available, onTheWay }} calls={callsOf(festivalId, account.mayConnect)} />
      <Payouts festivalId={festivalId} first={payouts} />
      {sources.sources.length === 0 ? (
        <EmptyState
          icon={<CircleDollarSign aria-hidden />}
          title={_('Nothing was sold yet')}
          action={<LinkButton to={`${base}/events`}>{_('Look at your events')}</LinkButton>}
        >
          {_('Once somebody pays for a ticket or a submission, it stands here at once.')}
        </EmptyState>
      ) : (
        <>
          <Days days={days.days} range={range} label={_('Earnings by day')} />
          <EarningSources festivalId={festivalId} first={sources} />
          <Statements today={range.toDay} base={`${base}/money`} />
        </>
      )}
    </div>
  );
}

function Payouts({ festivalId, first }: { festivalId: string; first: ListFestivalPayoutsResponse }) {
  const shown = useMore(
    { items: first.payouts, nextCursor: first.nextCursor },
    {
      method: OrganizationPayoutService.method.listFestivalPayouts,
      request: (cursor) => ({ festivalId, pageSize: PAYOUTS_PAGE_SIZE, cursor }),
      page: ({ payouts, nextCursor }) => ({ items: payouts, nextCursor }),
    },
  );
  return <PayoutList shown={shown} label={_('Payouts')} />;
}
