import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Stack, Text } from '@mantine/core';
import { SalesService } from '@marquee/contracts/film/v1/checkout_pb';
import { formatAmount, formatCoins, formatUsd } from '@marquee/rules/format';
import { OrderRefund, orderStateText } from '../orders/order-refund.tsx';
import { paged } from '../shell/paged.ts';
import { useRefresh } from '../shell/use-refresh.ts';
import { Records } from '../users/user-details.tsx';
import { timeText } from '../users/user-labels.ts';
import { UserLink } from '../users/user-link.tsx';

const PAGE_SIZE = 50;
const method = SalesService.method.listFilmSales;

/** What a film was sold for, by whom it was bought, and what of it is the platform's [ADF-02:sales]. */
export function FilmSales({ filmId }: { filmId: string }) {
  const refresh = useRefresh(method);
  const list = useInfiniteQuery(method, { filmId, pageSize: PAGE_SIZE, cursor: '' }, paged);
  const sums = list.data?.pages.at(-1);
  const sales = list.data?.pages.flatMap((page) => page.sales) ?? [];
  const maker = (sums?.soldAmount ?? 0n) - (sums?.soldFee ?? 0n);
  return (
    <Stack>
      {sums && (
        <Text size="sm">
          {sums.soldForCoins > 0n ? `${sums.soldForCoins} unlocked for ${formatCoins(sums.coins)}. ` : ''}
          {`${sums.sold} sold for ${formatUsd(sums.soldAmount)}: ${formatUsd(maker)} to the maker, ${formatUsd(sums.soldFee)} platform fee. ${formatUsd(sums.refunded)} was refunded.`}
        </Text>
      )}
      <Records
        title="Sales"
        failure="Failed to load sales"
        empty="Nothing was sold yet"
        list={list}
        head={['User', 'Paid', 'Platform fee', 'When', 'State', 'Refund']}
        rows={sales.flatMap(({ order, fee, accountId, buyerName }) =>
          order
            ? {
                key: order.id,
                cells: [
                  accountId ? <UserLink key="user" id={accountId} name={buyerName} /> : 'A former member',
                  formatAmount(order),
                  formatAmount({ amount: fee, currency: order.currency }),
                  timeText(order.createdAt),
                  orderStateText(order),
                  <OrderRefund key="refund" order={order} refresh={refresh} />,
                ],
              }
            : [],
        )}
      />
    </Stack>
  );
}
