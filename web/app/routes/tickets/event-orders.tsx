import { ListEventOrdersResponseSchema } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { EventOrders, ORDERS_PAGE_SIZE } from '../../features/tickets/event-orders.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/event-orders';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Orders')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { eventId } = args.params;
  const orders = await args.context.get(api).ticketDesk.listEventOrders({ eventId, pageSize: ORDERS_PAGE_SIZE });
  return { orders: packed(ListEventOrdersResponseSchema, orders), eventId };
}

export default function EventOrdersRoute({ loaderData: { orders, eventId } }: Route.ComponentProps) {
  return <EventOrders eventId={eventId} first={usePacked(ListEventOrdersResponseSchema, orders)} />;
}
