import { Anchor } from '@mantine/core';
import type { SoldOrder } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { Records } from '../users/user-details.tsx';
import { timeText } from '../users/user-labels.ts';
import { paidText, ticketOrderState } from './ticket-order-labels.ts';

type Props = Pick<ComponentProps<typeof Records>, 'title' | 'empty' | 'list'> & {
  orders: readonly SoldOrder[];
  /** Whether all of them are of one buyer, who is not named. */
  ofOneBuyer?: boolean;
};

/** Orders of tickets, each with the way to its page. */
export function TicketOrders({ orders, ofOneBuyer = false, ...list }: Props) {
  return (
    <Records
      {...list}
      failure="Failed to load orders"
      head={['Order', ...(ofOneBuyer ? [] : ['Buyer']), 'Paid', 'When', 'State']}
      rows={orders.map((order) => ({
        key: order.id,
        cells: [
          <Anchor key="order" inherit component={Link} to={`/ticket-orders/${order.id}`}>
            {`${order.quantity} × ${order.ticketTypeName}`}
          </Anchor>,
          ...(ofOneBuyer ? [] : [order.buyerName || 'A former member']),
          paidText(order),
          timeText(order.createdAt),
          ticketOrderState(order),
        ],
      }))}
    />
  );
}
