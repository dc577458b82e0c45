import { GiftState, type TicketGift } from '@marquee/contracts/festival/v1/gift_pb';
import { ChevronRight, Gift, Send } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { _ } from '../../language/words.ts';
import { EventFacts } from './event-facts.tsx';

/** Tickets that wait for the viewer, and those that they have given; nothing where there are none [TIC-03]. */
export function TicketGifts({ waiting, given }: { waiting: TicketGift[]; given: TicketGift[] }) {
  return (
    <>
      <Gifts title={_('Sent to you')} gifts={waiting}>
        {(gift) => (
          <GiftLine
            gift={gift}
            icon={<Gift aria-hidden className="size-6 shrink-0 text-action-ink" />}
            isLinked
            text={_('From {name}. Open it to accept it.', { name: gift.giverName || _('somebody') })}
          />
        )}
      </Gifts>
      <Gifts title={_('Sent by you')} gifts={given}>
        {(gift) => (
          <GiftLine
            gift={gift}
            icon={<Send aria-hidden className="size-6 shrink-0 text-ink-faint" />}
            isLinked={gift.state === GiftState.SENT}
            text={givenText(gift)}
          />
        )}
      </Gifts>
    </>
  );
}

function givenText({ state, recipientName }: TicketGift): string {
  if (state === GiftState.SENT) return _('Sent to {name}, not accepted yet.', { name: recipientName });
  return _('{name} has it.', { name: recipientName || _('Somebody') });
}

type GiftsProps = { title: string; gifts: TicketGift[]; children: (gift: TicketGift) => ReactNode };

function Gifts({ title, gifts, children }: GiftsProps) {
  const id = useId();
  if (gifts.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="font-title text-heading">
        {title}
      </h2>
      <ul className="grid border-line border-t">
        {gifts.map((gift) => (
          <li key={gift.id} className="border-line border-b">
            {children(gift)}
          </li>
        ))}
      </ul>
    </section>
  );
}

type LineProps = { gift: TicketGift; icon: ReactNode; text: string; isLinked: boolean };

function GiftLine({ gift: { ticket }, icon, text, isLinked }: LineProps) {
  if (!ticket?.event) return null;
  const line = (
    <>
      {icon}
      <span className="grid min-w-0 grow gap-1">
        <span className="wrap-anywhere font-medium group-hover:text-action-ink">{ticket.event.name}</span>
        <EventFacts event={ticket.event} />
        <span className="wrap-anywhere text-ink-muted text-small">{text}</span>
      </span>
    </>
  );
  // Who has given it for good sees it no more.
  if (!isLinked) return <div className="flex min-w-0 items-center gap-4 py-4">{line}</div>;
  return (
    <Link to={`/events/${ticket.eventId}/tickets/${ticket.id}`} className="group flex min-w-0 items-center gap-4 py-4">
      {line}
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-faint rtl:-scale-x-100" />
    </Link>
  );
}
