import { GiftService } from '@marquee/contracts/festival/v1/gift_pb';
import type { TicketEvent, TicketTransit, UserTicket } from '@marquee/contracts/festival/v1/tickets_pb';
import { Gift, Send } from 'lucide-react';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { useAttempt } from '../../data/use-attempt.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EventFacts } from './event-facts.tsx';

type Props = { ticket: UserTicket; event: TicketEvent; transit: TicketTransit };

/** A ticket that was sent by email: what its giver sees until it is accepted, and its recipient before they do [TIC-03]. */
export function TicketInTransit({ ticket, event, transit: { isGiven, name } }: Props) {
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-3xl gap-8">
        <PageTitle
          title={event.name}
          lead={ticket.festivalName}
          crumbs={[{ href: '/settings/tickets', label: _('My tickets') }]}
        />
        <div className="grid gap-4">
          <p className="wrap-anywhere font-medium">{ticket.ticketTypeName}</p>
          <EventFacts event={event} />
        </div>
        {isGiven ? (
          <Banner icon={<Send aria-hidden className="size-5" />}>
            {_('Sent to {name}. Nobody can use the ticket until they accept it.', { name })}
          </Banner>
        ) : (
          <Acceptance ticket={ticket} giver={name} />
        )}
      </div>
    </div>
  );
}

function Acceptance({ ticket: { id: userTicketId, eventId }, giver }: { ticket: UserTicket; giver: string }) {
  const [pending, error, attempt] = useAttempt();
  const { revalidate } = useRevalidator();
  const accept = () =>
    attempt(async () => {
      await client(GiftService).acceptTicketGift({ eventId, userTicketId });
      await revalidate();
    }, _('We could not accept the ticket for you. Please try again.'));
  return (
    <div className="grid justify-items-start gap-4">
      <Banner tone="good" icon={<Gift aria-hidden className="size-5" />}>
        {giver ? _('{giver} has sent you this ticket.', { giver }) : _('Somebody has sent you this ticket.')}
      </Banner>
      <Button variant="primary" size="large" pending={pending} onClick={() => void accept()}>
        {_('Accept ticket')}
      </Button>
      {error ? <FieldError>{error}</FieldError> : null}
    </div>
  );
}
