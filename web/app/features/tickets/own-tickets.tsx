import { type TicketGroup, TicketService, type UserTicket } from '@marquee/contracts/festival/v1/tickets_pb';
import { ChevronRight, Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ListEnd } from '../../data/list-end.tsx';
import { useMore } from '../../data/use-more.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import { EventFacts } from './event-facts.tsx';

/** Festivals of one page. */
export const TICKET_GROUPS = 24;

/** The viewer's tickets by festival: those to come, or those that are over [TIC-01]. */
export function OwnTickets({
  first,
  cursor,
  past,
  gifts,
}: {
  first: TicketGroup[];
  cursor: string;
  past: boolean;
  /** What is on its way to or from the viewer. */
  gifts: ReactNode;
}) {
  const shown = useMore(
    { items: first, nextCursor: cursor },
    {
      method: TicketService.method.listOwnTickets,
      request: (next) => ({ past, pageSize: TICKET_GROUPS, cursor: next }),
      page: ({ groups, nextCursor }) => ({ items: groups, nextCursor }),
    },
  );
  const count = shown.items.reduce((sum, { tickets }) => sum + tickets.length, 0);
  return (
    <div className="grid gap-8">
      <TabLinks
        label={_('My tickets')}
        tabs={[
          { to: '/settings/tickets', label: _('Upcoming') },
          { to: '/settings/tickets/past', label: _('Past') },
        ]}
      />
      {gifts}
      {shown.items.length === 0 && !gifts ? (
        <EmptyState
          icon={<Ticket aria-hidden />}
          title={past ? _('You have no past tickets') : _('You have no tickets yet')}
          action={<LinkButton to="/festivals">{_('See the festivals')}</LinkButton>}
        >
          {past ? _('Tickets to events that are over are kept here.') : _('Tickets to screenings are kept here.')}
        </EmptyState>
      ) : null}
      {shown.items.length === 0 ? null : (
        <div className="grid gap-10">
          {shown.items.map(({ festivalId, festivalName, tickets }) => (
            <section key={festivalId} aria-labelledby={`festival-${festivalId}`} className="grid gap-3">
              <h2 id={`festival-${festivalId}`} className="wrap-anywhere font-title text-heading">
                <Link to={`/festivals/${festivalId}`} className="hover:text-action-ink">
                  {festivalName}
                </Link>
              </h2>
              <ul className="grid border-line border-t">
                {tickets.map((ticket) => (
                  <OwnTicket key={ticket.id} ticket={ticket} />
                ))}
              </ul>
            </section>
          ))}
          <ListEnd list={shown} more={_('Show more')} failed={_('We failed to load more of your tickets.')}>
            {_('{count, plural, one {One ticket.} other {# tickets.}}', { count })}
          </ListEnd>
        </div>
      )}
    </div>
  );
}

function OwnTicket({ ticket: { id, eventId, event, ticketTypeName } }: { ticket: UserTicket }) {
  if (!event) return null;
  return (
    <li className="border-line border-b">
      <Link to={`/events/${eventId}/tickets/${id}`} className="group flex min-w-0 items-center gap-4 py-4">
        <Ticket aria-hidden className="size-6 shrink-0 text-ink-faint" />
        <span className="grid min-w-0 grow gap-1">
          <span className="wrap-anywhere font-medium group-hover:text-action-ink">{event.name}</span>
          <EventFacts event={event} />
          <span className="wrap-anywhere text-ink-muted text-small">{ticketTypeName}</span>
        </span>
        {event.cancelled ? <Badge tone="danger">{_('Cancelled')}</Badge> : null}
        <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-faint rtl:-scale-x-100" />
      </Link>
    </li>
  );
}
