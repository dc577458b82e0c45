import {
  GetFestivalEarningsResponseSchema,
  ListEarningSourcesResponseSchema,
  ListFestivalEarningDaysResponseSchema,
} from '@marquee/contracts/festival/v1/earnings_pb';
import {
  GetFestivalPayoutAccountResponseSchema,
  ListFestivalPayoutsResponseSchema,
} from '@marquee/contracts/festival/v1/payouts_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { forbidden } from '../../api/viewer.ts';
import { dayRange } from '../../features/earnings/day-range.ts';
import { PAYOUTS_PAGE_SIZE } from '../../features/earnings/payout-list.tsx';
import { SOURCES_PAGE_SIZE } from '../../features/organization-money/earning-sources.tsx';
import { MoneyPage } from '../../features/organization-money/money-page.tsx';
import { getManaged } from '../../features/organizations/get-managed.ts';
import { ManageFrame } from '../../features/organizations/manage-frame.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/money';

export const meta = () => [{ title: pageTitle(_('Monetization')) }];

export async function loader(args: Route.LoaderArgs) {
  const { organization } = await getManaged(args);
  if (!organization.seesMoney) throw forbidden();
  const { festivalEarnings, festivalPayouts } = args.context.get(api);
  const { id: festivalId } = organization;
  const range = dayRange(args.url.searchParams, Date.now());
  const [earnings, sources, days, account, payouts] = await Promise.all([
    festivalEarnings.getFestivalEarnings({ festivalId }),
    festivalEarnings.listEarningSources({ festivalId, pageSize: SOURCES_PAGE_SIZE }),
    festivalEarnings.listFestivalEarningDays({ festivalId, fromDay: range.fromDay, toDay: range.toDay }),
    festivalPayouts.getFestivalPayoutAccount({ festivalId }),
    festivalPayouts.listFestivalPayouts({ festivalId, pageSize: PAYOUTS_PAGE_SIZE }),
  ]);
  return {
    ...{ organization, range },
    earnings: packed(GetFestivalEarningsResponseSchema, earnings),
    sources: packed(ListEarningSourcesResponseSchema, sources),
    days: packed(ListFestivalEarningDaysResponseSchema, days),
    account: packed(GetFestivalPayoutAccountResponseSchema, account),
    payouts: packed(ListFestivalPayoutsResponseSchema, payouts),
  };
}

export default function MoneyRoute({
  loaderData: { organization, range, earnings, sources, days, account, payouts },
}: Route.ComponentProps) {
  return (
    <ManageFrame organization={organization}>
      <MoneyPage
        festivalId={organization.id}
        earnings={usePacked(GetFestivalEarningsResponseSchema, earnings)}
        sources={usePacked(ListEarningSourcesResponseSchema, sources)}
        days={usePacked(ListFestivalEarningDaysResponseSchema, days)}
        account={usePacked(GetFestivalPayoutAccountResponseSchema, account)}
        payouts={usePacked(ListFestivalPayoutsResponseSchema, payouts)}
        range={range}
      />
    </ManageFrame>
  );
}
