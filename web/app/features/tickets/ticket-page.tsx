import type { RefundOffer, TicketEvent, TicketPasses, UserTicket } from '@marquee/contracts/festival/v1/tickets_pb';
import type { QrCode } from '@marquee/rules/qr-code';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EventFacts } from './event-facts.tsx';
import { GiftTicket } from './gift-ticket.tsx';
import { GiveBackTickets } from './give-back-tickets.tsx';
import { WalletLinks } from './wallet-links.tsx';

/** The quiet zone that scanners need, in squares. */
const BORDER = 4;

/** A ticket with the code that is shown at the door [TIC-02]. */
export function TicketPage({
  ticket,
  event,
  code,
  refund,
  passes,
  givesByText,
  isUsable,
}: {
  ticket: UserTicket;
  event: TicketEvent;
  code: QrCode;
  refund?: RefundOffer | undefined;
  passes?: TicketPasses | undefined;
  /** Whether it can be sent to a phone number. */
  givesByText: boolean;
  /** The event takes place and is not over. */
  isUsable: boolean;
}) {
  const side = code.size + 2 * BORDER;
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-3xl gap-8">
        <PageTitle
          title={event.name}
          lead={ticket.festivalName}
          crumbs={[{ href: '/settings/tickets', label: _('My tickets') }]}
        />
        {event.cancelled ? (
          <Banner tone="danger">
            {_('This event was cancelled. What was paid for its tickets goes back by itself.')}
          </Banner>
        ) : null}
        <div className="grid items-start gap-8 sm:grid-cols-[auto_minmax(0,1fr)]">
          <svg
            role="img"
            aria-label={_('QR code of your ticket')}
            viewBox={`${-BORDER} ${-BORDER} ${side} ${side}`}
            shapeRendering="crispEdges"
            className="w-full max-w-80 justify-self-center rounded-panel sm:w-72"
          >
            {/* Dark on white in both themes: many scanners read nothing else. */}
            <rect x={-BORDER} y={-BORDER} width={side} height={side} fill="#fff" />
            <path d={code.path} fill="#000" />
          </svg>
          <div className="grid gap-4">
            <p className="wrap-anywhere font-medium">{ticket.ticketTypeName}</p>
            <EventFacts event={event} />
            <p className="text-ink-muted text-small">
              {_('Show this code at the door. It lets one person in, once: do not pass a picture of it on.')}
            </p>
            {isUsable ? <WalletLinks ticket={ticket} passes={passes} /> : null}
            {isUsable ? (
              <GiftTicket ticket={{ eventId: ticket.eventId, userTicketId: ticket.id }} byText={givesByText} />
            ) : null}
            {refund ? <GiveBackTickets refund={refund} userTicketId={ticket.id} timeZone={event.timeZone} /> : null}
          </div>
        </div>
      </div>
    </div>
  );
}
