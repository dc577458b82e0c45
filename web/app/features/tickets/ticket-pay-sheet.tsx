import { timestampDate } from '@bufbuild/protobuf/wkt';
import { TicketCheckoutService, type TicketOrder } from '@marquee/contracts/festival/v1/tickets_pb';
import { TICKET_MESSAGES } from '@marquee/rules/tickets';
import { Ticket } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { useAttempt } from '../../data/use-attempt.ts';
import { formatMoment, formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Bill, Outcome, PaySheet } from '../checkout/pay-sheet.tsx';
import { type TicketChoice, ticketSale } from './ticket-sale.ts';

/** Sells tickets: which, how many, and until when they are held. */
export default function TicketPaySheet({ choice, onClose }: { choice: TicketChoice; onClose: () => void }) {
  // The page keeps the object as it is for as long as the sheet is open.
  const sale = useMemo(() => ticketSale(choice), [choice]);
  return (
    <PaySheet
      title={_('Get tickets')}
      sale={sale}
      onClose={onClose}
      bill={({ ticketTypeName, quantity: count, amount, discount, heldUntil }) => (
        <Bill title={`${count} × ${ticketTypeName}`} price={formatUsd(amount)}>
          {discount > 0n ? _('Your code takes {amount} off.', { amount: formatUsd(discount) }) : null}{' '}
          {heldUntil ? _('Held for you until {moment}.', { moment: formatMoment(timestampDate(heldUntil)) }) : null}
        </Bill>
      )}
      whileUnpaid={(order, show) => <GiveBack order={order} onOrder={show} />}
      texts={{
        priceChanged: _(TICKET_MESSAGES.priceChanged),
        checking: _('We are checking your payment. You can close this page: your tickets come as soon as it is paid.'),
        tooLate: _('These tickets could not be had any more, so your money goes back to your card by itself.'),
        reversed: _('Your payment was reversed, so these tickets are no longer valid.'),
      }}
      paid={({ tickets }) => (
        <Outcome
          tone="good"
          message={_(
            '{count, plural, one {Thank you. Your ticket is here.} other {Thank you. Your # tickets are here.}}',
            {
              count: tickets.length,
            },
          )}
        >
          <Link
            to={
              tickets.length === 1
                ? `/events/${tickets[0]?.eventId}/tickets/${tickets[0]?.userTicketId}`
                : '/settings/tickets'
            }
            className={buttonClass('primary', 'large')}
          >
            <Ticket aria-hidden className="size-5" />
            {tickets.length === 1 ? _('See your ticket') : _('See your tickets')}
          </Link>
        </Outcome>
      )}
    />
  );
}

/** Ends an order that is not paid, so that others get the tickets at once. */
function GiveBack({ order, onOrder }: { order: TicketOrder; onOrder: (order: TicketOrder | undefined) => void }) {
  const [pending, error, attempt] = useAttempt();
  const cancel = () =>
    attempt(async () => {
      onOrder((await client(TicketCheckoutService).cancelTicketOrder({ orderId: order.id })).order);
    }, _('We could not give these tickets back. Please try again.'));
  return (
    <div className="grid gap-2">
      <Button variant="quiet" pending={pending} onClick={() => void cancel()}>
        {_('Give the tickets back')}
      </Button>
      {error ? <FieldError>{error}</FieldError> : null}
    </div>
  );
}
