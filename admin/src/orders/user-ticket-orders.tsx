import { useInfiniteQuery } from '@connectrpc/connect-query';
import { TicketDeskService } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { paged } from '../shell/paged.ts';
import { TicketOrders } from './ticket-orders.tsx';

/** The tickets that somebody has bought, of all organizations. */
export function UserTicketOrders({ accountId }: { accountId: string }) {
  const list = useInfiniteQuery(
    TicketDeskService.method.listUserTicketOrders,
    { accountId, pageSize: 0, cursor: '' },
    paged,
  );
  const orders = list.data?.pages.flatMap((page) => page.orders) ?? [];
  return <TicketOrders title="Tickets bought" empty="No tickets were bought" list={list} orders={orders} ofOneBuyer />;
}
