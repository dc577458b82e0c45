import { timestampDate } from '@bufbuild/protobuf/wkt';
import {
  type ListEventOrdersResponse,
  type SoldOrder,
  SoldOrderState,
  TicketDeskService,
} from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { ListEnd } from '../../data/list-end.tsx';
import { useMore } from '../../data/use-more.ts';
import { formatMoment, formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ReturnDialog } from './return-dialog.tsx';

/** Orders of one page. */
export const ORDERS_PAGE_SIZE = 50;

/** What was bought for an event, for who sells it, and how an order is taken back [TIC-05]. */
export function EventOrders({ eventId, first }: { eventId: string; first: ListEventOrdersResponse }) {
  const shown = useMore(
    { items: first.orders, nextCursor: first.nextCursor },
    {
      method: TicketDeskService.method.listEventOrders,
      request: (cursor) => ({ eventId, pageSize: ORDERS_PAGE_SIZE, cursor }),
      page: ({ orders, nextCursor }) => ({ items: orders, nextCursor }),
    },
  );
  const [returned, setReturned] = useState<ReadonlyMap<string, SoldOrder>>(new Map());
  const [chosen, setChosen] = useState<SoldOrder>();
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-3xl gap-8">
        <PageTitle
          title={_('Orders')}
          lead={first.eventName}
          crumbs={[{ href: `/events/${eventId}/tickets/sales`, label: _('Ticket sales') }]}
        />
        {shown.items.length === 0 ? (
          <EmptyState icon={<Ticket aria-hidden />} title={_('Nobody has bought tickets yet')}>
            {_('Orders appear here as soon as they are paid.')}
          </EmptyState>
        ) : (
          <div className="grid gap-6">
            <ul aria-label={_('Orders')} className="grid border-line border-t">
              {shown.items.map((order) => (
                <Order key={order.id} order={returned.get(order.id) ?? order} onReturn={setChosen} />
              ))}
            </ul>
            <ListEnd list={shown} more={_('Show more')} failed={_('We failed to load more orders.')}>
              {_('{count, plural, one {One order.} other {# orders.}}', { count: shown.items.length })}
            </ListEnd>
          </div>
        )}
      </div>
      {chosen ? (
        <ReturnDialog
          order={chosen}
          onClose={() => setChosen(undefined)}
          onReturned={(order) => setReturned((before) => new Map(before).set(order.id, order))}
        />
      ) : null}
    </div>
  );
}

function Order({ order, onReturn }: { order: SoldOrder; onReturn: (order: SoldOrder) => void }) {
  const { buyerName, ticketTypeName, quantity, amount, state, createdAt, given, returned, refunding } = order;
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-3 border-line border-b py-4">
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <span className="wrap-anywhere font-medium">{buyerName || _('Closed account')}</span>
        <span className="wrap-anywhere tabular text-ink-muted text-small">
          {[`${quantity} × ${ticketTypeName}`, amount > 0n ? formatUsd(amount) : _('Free')].join(' · ')}
        </span>
        <span className="text-ink-muted text-small">
          {[
            createdAt ? formatMoment(timestampDate(createdAt)) : '',
            given > 0
              ? _('{given, plural, one {One was sent to somebody else.} other {# were sent to others.}}', { given })
              : '',
            returned > 0 ? _('{returned, plural, one {One was refunded.} other {# were refunded.}}', { returned }) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {state === SoldOrderState.DELIVERED && !refunding ? (
        <Button aria-haspopup="dialog" onClick={() => onReturn(order)}>
          {_('Refund')}
        </Button>
      ) : (
        <Badge>{state === SoldOrderState.RETURNED ? _('Refunded') : _('Refund under way')}</Badge>
      )}
    </li>
  );
}
