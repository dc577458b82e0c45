import { Send } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';

/** Loaded when somebody sends a ticket. */
const GiftTicketDialog = lazy(() => import('./gift-ticket-dialog.tsx'));

type Props = { ticket: { eventId: string; userTicketId: string }; byText: boolean };

/** Gives a ticket to somebody else [TIC-03]. */
export function GiftTicket({ ticket, byText }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className="justify-self-start"
        icon={<Send aria-hidden className="size-5" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {_('Send ticket')}
      </Button>
      {open ? (
        <Suspense>
          <GiftTicketDialog ticket={ticket} byText={byText} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
