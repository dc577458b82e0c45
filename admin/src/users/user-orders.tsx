import { useInfiniteQuery } from '@connectrpc/connect-query';
import { SalesService } from '@marquee/contracts/film/v1/checkout_pb';
import { formatAmount } from '@marquee/rules/format';
import { OrderRefund, orderStateText } from '../orders/order-refund.tsx';
import { pagedByKey } from '../shell/paged.ts';
import { useUsersRefresh } from './use-users-refresh.ts';
import { FilmLink, Records } from './user-details.tsx';
import { timeText } from './user-labels.ts';

/** What somebody has paid for, and the way to give it back. */
export function UserOrders({ accountId }: { accountId: string }) {
  const refresh = useUsersRefresh();
  const list = useInfiniteQuery(SalesService.method.listUserOrders, { accountId, pageSize: 0, cursor: '' }, pagedByKey);
  const rows = list.data?.pages.flatMap(({ orders }) => orders) ?? [];
  return (
    <Records
      title="Orders"
      failure="Failed to load orders"
      empty="Nothing was paid for"
      list={list}
      head={['Film', 'Paid', 'When', 'State', 'Refund']}
      rows={rows.map((order) => ({
        key: order.id,
        cells: [
          <FilmLink key="film" id={order.filmId} title={order.filmTitle} />,
          formatAmount(order),
          timeText(order.createdAt),
          orderStateText(order),
          <OrderRefund key="refund" order={order} refresh={refresh} />,
        ],
      }))}
    />
  );
}
