import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type RefundOffer, TicketCheckoutService } from '@marquee/contracts/festival/v1/tickets_pb';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatMoment, formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';

type Props = { refund: RefundOffer; userTicketId: string; timeZone: string };

/** Gives the tickets of an order back for their money, or one of them, as long as their rule allows it [TIC-05]. */
export function GiveBackTickets({ refund, userTicketId, timeZone }: Props) {
  const { orderId, quantity, ticketAmount, until } = refund;
  const hasOthers = ticketAmount !== undefined;
  return (
    <div className="grid justify-items-start gap-2">
      {hasOthers ? (
        <GiveBack
          asked={{ orderId, userTicketId }}
          label={_('Give this ticket back')}
          title={_('Give this ticket back?')}
          text={
            ticketAmount > 0n
              ? _('{price} goes back to your card. The other tickets of the order stay valid.', {
                  price: formatUsd(ticketAmount),
                })
              : _('The other tickets of the order stay valid.')
          }
        />
      ) : null}
      {quantity > 0 ? <GiveAllBack refund={refund} hasOthers={hasOthers} /> : null}
      {until ? (
        <p className="text-ink-muted text-small">
          {_('Possible until {moment}.', { moment: formatMoment(timestampDate(until), timeZone) })}
        </p>
      ) : null}
    </div>
  );
}

function GiveAllBack({ refund, hasOthers }: { refund: RefundOffer; hasOthers: boolean }) {
  const { orderId, quantity, amount } = refund;
  return (
    <GiveBack
      asked={{ orderId }}
      label={hasOthers ? _('Give all {count} tickets back', { count: quantity }) : _('Give back')}
      title={_('{count, plural, one {Give this ticket back?} other {Give these # tickets back?}}', { count: quantity })}
      text={
        amount > 0n
          ? _('{price} goes back to your card. All tickets of the order end.', { price: formatUsd(amount) })
          : _('All tickets of the order end.')
      }
    />
  );
}

type GiveBackProps = {
  asked: { orderId: string; userTicketId?: string };
  label: string;
  title: string;
  text: string;
};

/** A button that asks before it gives something back. */
function GiveBack({ asked, label, title, text }: GiveBackProps) {
  const [open, setOpen] = useState(false);
  const [pending, during] = usePending();
  const [error, setError] = useState('');
  const navigate = useNavigate();
  const giveBack = () =>
    during(async () => {
      setError('');
      try {
        await client(TicketCheckoutService).refundTicketOrder(asked);
        await navigate('/settings/tickets');
      } catch (cause) {
        setError(messageOf(cause, _('We could not give these tickets back. Please try again.')));
      }
    });
  const ask = () => {
    setError('');
    setOpen(true);
  };
  return (
    <>
      <ConfirmDialog
        title={title}
        description={text}
        confirmLabel={_('Give back')}
        destructive
        pending={pending}
        onConfirm={() => void giveBack()}
        open={open}
        onOpenChange={setOpen}
      >
        {error ? <FieldError>{error}</FieldError> : null}
      </ConfirmDialog>
      <Button aria-haspopup="dialog" onClick={ask}>
        {label}
      </Button>
    </>
  );
}
