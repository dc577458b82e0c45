import {
  type GetSoldOrderResponse,
  type SoldOrder,
  type SoldTicket,
  TicketDeskService,
} from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { ticketReturnForm } from '@marquee/rules/tickets';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { type Own, useOwn } from '../../data/use-own.ts';
import { formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from '../../ui/form.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';

type Props = { order: SoldOrder; onClose: () => void; onReturned: (order: SoldOrder) => void };

/** Takes an order back, or one ticket of it, with a reason. */
export function ReturnDialog({ order, onClose, onReturned }: Props) {
  const form = useZodForm(ticketReturnForm, { reason: '', userTicketId: '' });
  const { revalidate } = useRevalidator();
  const isAll = form.watch('userTicketId') === '';
  const asksWhich = order.ticketAmount !== undefined;
  const { own, retry } = useOwn(TicketDeskService.method.getSoldOrder, { orderId: order.id }, asksWhich);
  return (
    <Dialog
      title={_('Refund this order?')}
      description={isAll ? wholeText(order) : oneText(order)}
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
          toast({ message: isAll ? _('The order was refunded.') : _('The ticket was refunded.'), tone: 'good' });
          onClose();
          await revalidate();
        }}
      >
        {asksWhich ? (
          <WhichTicket own={own} onRetry={() => void retry()} field={fieldOf(form, 'userTicketId')} />
        ) : null}
        <TextField
          label={_('Reason')}
          hint={_('It stays in the history of your organization. The buyer does not see it.')}
          {...fieldOf(form, 'reason')}
        />
        {/* Nobody gives the whole order back because its tickets are not there yet. */}
        <SubmitButton variant="danger" disabled={asksWhich && own.state === 'loading'}>
          {_('Refund')}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}

function wholeText({ left }: SoldOrder): string {
  if (left === 0n) return _('All tickets of the order end, also those that were sent to others.');
  return _('{price} goes back to the buyer. All tickets of the order end, also those that were sent to others.', {
    price: formatUsd(left),
  });
}

function oneText({ ticketAmount = 0n }: SoldOrder): string {
  if (ticketAmount === 0n) return _('The other tickets of the order stay valid.');
  const price = formatUsd(ticketAmount);
  return _('{price} goes back to the buyer. The other tickets of the order stay valid.', { price });
}

type WhichProps = { own: Own<GetSoldOrderResponse>; onRetry: () => void; field: ReturnType<typeof fieldOf> };

/** All of them, or one: a pass has a ticket to each of its events, of which the first stands for it. */
function WhichTicket({ own, onRetry, field }: WhichProps) {
  if (own.state === 'loading') return <Skeleton className="h-20" label={_('Loading the tickets of this order')} />;
  const tickets = own.state === 'ready' ? own.value.tickets.filter(isFirstOfUnit) : [];
  return (
    <div className="grid justify-items-start gap-2 *:w-full">
      <Select
        label={_('What goes back')}
        hint={own.state === 'failed' ? _('We could not load the tickets of this order.') : undefined}
        options={[
          { value: '', label: _('All tickets of the order') },
          ...tickets.map((ticket, index) => ({ value: ticket.userTicketId, label: ticketText(ticket, index + 1) })),
        ]}
        {...field}
      />
      {own.state === 'failed' ? <Button onClick={onRetry}>{_('Try again')}</Button> : null}
    </div>
  );
}

const isFirstOfUnit = ({ valid, unitId }: SoldTicket, index: number, all: readonly SoldTicket[]) =>
  valid && all.findIndex((other) => other.unitId === unitId) === index;

function ticketText({ holderName, onItsWay, used }: SoldTicket, number: number): string {
  const name = holderName || (onItsWay ? _('On its way') : _('Closed account'));
  const values = { number, name };
  return used ? _('Ticket {number}: {name}, used at the door', values) : _('Ticket {number}: {name}', values);
}
