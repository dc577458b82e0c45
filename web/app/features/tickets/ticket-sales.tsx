import type { PromoCode } from '@marquee/contracts/festival/v1/promo_code_pb';
import type {
  ListEventTicketTypesResponse,
  TicketEvent,
  TicketTypeSales,
} from '@marquee/contracts/festival/v1/tickets_pb';
import { TicketTypeService } from '@marquee/contracts/festival/v1/tickets_pb';
import { Plus, Ticket } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { useAttempt } from '../../data/use-attempt.ts';
import { formatCount } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PromoCodeDesk } from '../promo-codes/promo-code-desk.tsx';
import { WaitingRoomSwitch } from '../waiting-room/waiting-room-switch.tsx';
import { EventFacts } from './event-facts.tsx';
import { priceText } from './ticket-price.ts';
import { TicketTypeForm } from './ticket-type-form.tsx';

/** What an organization sells for an event, and how much of it is sold. */
export function TicketSales({
  event,
  sales,
  codes,
}: {
  event: TicketEvent;
  sales: ListEventTicketTypesResponse;
  codes: PromoCode[];
}) {
  const { types, events, places, offered } = sales;
  // A new one, one that exists, or none.
  const [edited, setEdited] = useState<'new' | string>();
  const { revalidate } = useRevalidator();
  const done = () => {
    setEdited(undefined);
    void revalidate();
  };
  const others = events.filter(({ id }) => id !== event.id);
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-3xl gap-8">
        <PageTitle
          title={_('Ticket sales')}
          lead={event.name}
          crumbs={[{ href: `/events/${event.id}/tickets`, label: _('Tickets') }]}
        />
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div className="grid gap-1">
            <EventFacts event={event} />
            <p className="text-ink-muted text-small">
              {places > 0
                ? _('{offered} of {places} places are offered.', {
                    offered: formatCount(offered),
                    places: formatCount(places),
                  })
                : _('This event has no limit of places.')}
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            <LinkButton to={`/events/${event.id}/tickets/orders`}>{_('Orders')}</LinkButton>
            {edited === undefined ? (
              <Button variant="primary" icon={<Plus aria-hidden className="size-5" />} onClick={() => setEdited('new')}>
                {_('New kind of ticket')}
              </Button>
            ) : null}
          </div>
        </div>
        <WaitingRoomSwitch eventId={event.id} on={sales.waitingRoom} />
        {edited === 'new' ? (
          <TicketTypeForm event={event} others={others} onDone={done} onCancel={() => setEdited(undefined)} />
        ) : null}
        {types.length === 0 && edited === undefined ? (
          <EmptyState icon={<Ticket aria-hidden />} title={_('Nothing is sold for this event yet')}>
            {_('Add a kind of ticket: its name, its price and how many there are.')}
          </EmptyState>
        ) : null}
        <ul aria-label={_('Kinds of tickets')} className="grid gap-4" hidden={types.length === 0}>
          {types.map((sold) =>
            edited === sold.type?.id ? (
              <li key={sold.type?.id}>
                <TicketTypeForm
                  event={event}
                  others={others}
                  sold={sold}
                  onDone={done}
                  onCancel={() => setEdited(undefined)}
                />
              </li>
            ) : (
              <SoldType
                key={sold.type?.id}
                sold={sold}
                onEdit={() => setEdited(sold.type?.id)}
                onChanged={() => void revalidate()}
              />
            ),
          )}
        </ul>
        <PromoCodeDesk eventId={event.id} codes={codes} types={types} />
      </div>
    </div>
  );
}

function SoldType({
  sold: { type, quantity, sold, held, waiting, offered },
  onEdit,
  onChanged,
}: {
  sold: TicketTypeSales;
  onEdit: () => void;
  onChanged: () => void;
}) {
  const [pending, error, attempt] = useAttempt();
  if (!type) return null;
  const { id: ticketTypeId, name, withdrawn, eventIds } = type;
  const setWithdrawn = () =>
    attempt(async () => {
      await client(TicketTypeService).setTicketTypeWithdrawn({ ticketTypeId, withdrawn: !withdrawn });
      onChanged();
    }, _('We failed to save this. Please try again.'));
  return (
    <li className="grid gap-3 rounded-panel border border-line bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="grid min-w-0 gap-1">
          <h2 className="wrap-anywhere font-medium text-lead">{name}</h2>
          <p className="tabular text-ink-muted text-small">
            {[priceText(type), eventIds.length > 1 ? _('A pass for {count} events.', { count: eventIds.length }) : '']
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p className="tabular text-small">
            {_('{sold} of {quantity} sold, {held} being paid for', {
              sold: formatCount(sold),
              quantity: formatCount(quantity),
              held: formatCount(held),
            })}
          </p>
          {waiting > 0 || offered > 0 ? (
            <p className="tabular text-ink-muted text-small">
              {_('{waiting} on the waiting list, {offered} kept for people who waited', {
                waiting: formatCount(waiting),
                offered: formatCount(offered),
              })}
            </p>
          ) : null}
        </div>
        {withdrawn ? <Badge>{_('Not offered')}</Badge> : null}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onEdit}>{_('Edit')}</Button>
        <Button variant="quiet" pending={pending} onClick={() => void setWithdrawn()}>
          {withdrawn ? _('Offer again') : _('Stop the sale')}
        </Button>
      </div>
      {error ? <FieldError>{error}</FieldError> : null}
    </li>
  );
}
