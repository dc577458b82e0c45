import {
  GetEarningsResponseSchema,
  ListEarningDaysResponseSchema,
  ListFilmEarningsResponseSchema,
} from '@marquee/contracts/film/v1/earnings_pb';
import { GetPayoutAccountResponseSchema, ListPayoutsResponseSchema } from '@marquee/contracts/film/v1/payouts_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requirePro } from '../../api/viewer.ts';
import { dayRange } from '../../features/earnings/day-range.ts';
import { EarningsPage, FILMS_PAGE_SIZE } from '../../features/earnings/earnings-page.tsx';
import { PAYOUTS_PAGE_SIZE } from '../../features/earnings/payout-list.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/earnings.ts';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Earnings')) }];

export async function loader({ context, url }: Route.LoaderArgs) {
  requirePro({ context });
  const { earnings, payouts } = context.get(api);
  const range = dayRange(url.searchParams, Date.now());
  const [sums, films, days, account, paid] = await Promise.all([
    earnings.getEarnings({}),
    earnings.listFilmEarnings({ pageSize: FILMS_PAGE_SIZE }),
    earnings.listEarningDays({ fromDay: range.fromDay, toDay: range.toDay }),
    payouts.getPayoutAccount({}),
    payouts.listPayouts({ pageSize: PAYOUTS_PAGE_SIZE }),
  ]);
  return {
    earnings: packed(GetEarningsResponseSchema, sums),
    films: packed(ListFilmEarningsResponseSchema, films),
    days: packed(ListEarningDaysResponseSchema, days),
    account: packed(GetPayoutAccountResponseSchema, account),
    payouts: packed(ListPayoutsResponseSchema, paid),
    range,
  };
}

export default function EarningsRoute({
  loaderData: { earnings, films, days, account, payouts, range },
}: Route.ComponentProps) {
  return (
    <EarningsPage
      earnings={usePacked(GetEarningsResponseSchema, earnings)}
      films={usePacked(ListFilmEarningsResponseSchema, films)}
      days={usePacked(ListEarningDaysResponseSchema, days)}
      account={usePacked(GetPayoutAccountResponseSchema, account)}
      payouts={usePacked(ListPayoutsResponseSchema, payouts)}
      range={range}
    />
  );
}
