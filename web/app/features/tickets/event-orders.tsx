import { timestampDate } from '@bufbuild/protobuf/wkt';
import {
  type ListEventOrdersResponse,
  type SoldOrder,
  SoldOrderState,
  TicketDeskService,
} from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { ticketReasonForm } from '@marquee/rules/tickets';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { ListEnd } from '../../data/list-end.tsx';
import { useMore } from '../../data/use-more.ts';
import { formatMoment, formatUsd } from '../../language/format.ts';
import { _, worded } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from '../../ui/form.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';

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
  const { buyerName, ticketTypeName, quantity, amount, state, createdAt, given } = order;
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
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {state === SoldOrderState.DELIVERED ? (
        <Button aria-haspopup="dialog" onClick={() => onReturn(order)}>
          {_('Refund')}
        </Button>
      ) : (
        <Badge>{state === SoldOrderState.RETURNED ? _('Refunded') : _('Refund under way')}</Badge>
      )}
    </li>
  );
}

type DialogProps = { order: SoldOrder; onClose: () => void; onReturned: (order: SoldOrder) => void };

function ReturnDialog({ order, onClose, onReturned }: DialogProps) {
  const form = useZodForm(ticketReasonForm, { reason: '' });
  const { revalidate } = useRevalidator();
  const reason = fieldOf(form, 'reason');
  return (
    <Dialog
      title={_('Refund this order?')}
      description={
        order.amount > 0n
          ? _('{price} goes back to the buyer. All tickets of the order end, also those that were sent to others.', {
              price: formatUsd(order.amount),
            })
          : _('All tickets of the order end, also those that were sent to others.')
      }
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Form
        form={form}
        fallback={_('We could not refund this order. Please try again.')}
        onSubmit={async (fields) => {
          const answer = await client(TicketDeskService).returnTicketOrder({ orderId: order.id, ...fields });
          if (answer.order) onReturned(answer.order);
          toast({ message: _('The order was refunded.'), tone: 'good' });
          onClose();
          await revalidate();
        }}
      >
        <TextField
          label={_('Reason')}
          hint={_('It stays in the history of your organization. The buyer does not see it.')}
          {...reason}
          error={reason.error && worded(reason.error)}
        />
        <SubmitButton variant="danger">{_('Refund')}</SubmitButton>
      </Form>
    </Dialog>
  );
}
