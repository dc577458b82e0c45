import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type RefundOffer, TicketCheckoutService } from '@marquee/contracts/festival/v1/tickets_pb';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { formatMoment, formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';

/** Gives the tickets of an order back for their money, as long as their rule allows it [TIC-05]. */
export function GiveBackTickets({ refund, timeZone }: { refund: RefundOffer; timeZone: string }) {
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState('');
  const navigate = useNavigate();
  const { orderId, quantity, amount, until } = refund;
  const giveBack = async () => {
    setPending(true);
    setError('');
    try {
      await client(TicketCheckoutService).refundTicketOrder({ orderId });
      await navigate('/settings/tickets');
    } catch (cause) {
      setError(messageOf(cause, _('We could not give these tickets back. Please try again.')));
      setPending(false);
    }
  };
  return (
    <div className="grid justify-items-start gap-2">
      <ConfirmDialog
        title={_('{count, plural, one {Give this ticket back?} other {Give these # tickets back?}}', {
          count: quantity,
        })}
        description={
          amount > 0n
            ? _('{price} goes back to your card. All tickets of the order end.', { price: formatUsd(amount) })
            : _('All tickets of the order end.')
        }
        confirmLabel={_('Give back')}
        destructive
        pending={pending}
        onConfirm={() => void giveBack()}
        open={open}
        onOpenChange={setOpen}
      >
        {error ? <FieldError>{error}</FieldError> : null}
      </ConfirmDialog>
      <Button onClick={() => setOpen(true)}>{_('Give back')}</Button>
      {until ? (
        <p className="text-ink-muted text-small">
          {_('Possible until {moment}.', { moment: formatMoment(timestampDate(until), timeZone) })}
        </p>
      ) : null}
    </div>
  );
}
