import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import { PromoCodeService } from '@marquee/contracts/festival/v1/promo_code_pb';
import type { SaleRoom } from '@marquee/contracts/festival/v1/sale_room_pb';
import {
  OfferState,
  type TicketEvent,
  type TicketOffer,
  type TicketType,
} from '@marquee/contracts/festival/v1/tickets_pb';
import { PROMO_LIMITS } from '@marquee/rules/promo-codes';
import { priceChoiceForm, TICKET_LIMITS } from '@marquee/rules/tickets';
import { Ticket } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { z } from 'zod';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { sessionHint } from '../../api/browser/page-account.ts';
import { signInPath } from '../../api/viewer.ts';
import { formatMoment, formatUsd } from '../../language/format.ts';
import { _, msg } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { useNow } from '../../ui/countdown.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from '../../ui/form.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { WaitingRoom } from '../waiting-room/waiting-room.tsx';
import { EventFacts } from './event-facts.tsx';
import { priceText } from './ticket-price.ts';
import type { TicketChoice } from './ticket-sale.ts';
import { type OwnWaits, useOwnWaits } from './use-own-waits.ts';
import { WaitingList } from './waiting-list.tsx';

/** Loaded when somebody buys. */
const TicketPaySheet = lazy(() => import('./ticket-pay-sheet.tsx'));

const STATES = {
  [OfferState.UNSPECIFIED]: msg('On sale'),
  [OfferState.ON_SALE]: msg('On sale'),
  [OfferState.NOT_YET]: msg('Not on sale yet'),
  [OfferState.OVER]: msg('Sale ended'),
  [OfferState.SOLD_OUT]: msg('Sold out'),
} as const;

/** What is sold for an event, and how one gets it [TIC-04] [TIC-05]. */
export function EventTickets({
  event,
  offers,
  room,
}: {
  event: TicketEvent;
  offers: TicketOffer[];
  room: SaleRoom | undefined;
}) {
  const [choice, setChoice] = useState<TicketChoice>();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const now = useNow(offers.some(({ state }) => state === OfferState.NOT_YET)) ?? 0;
  // Who is let in, or came too late, is past the opening, whatever the clock of the browser says; where there is no room
  // any more, nobody is.
  const opened = offersAt(offers, Math.max(now, room?.opensAt ? timestampDate(room.opensAt).getTime() : 0));
  const waits = useOwnWaits(
    event.id,
    opened.some(({ state }) => state === OfferState.SOLD_OUT),
  );
  // A ticket that is kept for the viewer is theirs, without the queue.
  const isOffered = offers.some(({ type }) => type && waits.of(type.id)?.offeredUntil);
  const choose = (chosen: TicketChoice) => {
    // The page is the same for everybody: who buys is known here first.
    if (sessionHint() === '') void navigate(signInPath(`/events/${event.id}/tickets`));
    else setChoice(chosen);
  };
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-3xl gap-8">
        <PageTitle
          title={_('Tickets to {event}', { event: event.name })}
          crumbs={[{ href: `/festivals/${event.festivalId}`, label: event.festivalName }]}
        />
        <EventFacts event={event} />
        {event.cancelled ? <Banner tone="danger">{_('This event was cancelled.')}</Banner> : null}
        {room && !isOffered ? (
          <WaitingRoom
            eventId={event.id}
            eventName={event.name}
            room={room}
            whenSoldOut={<Offers offers={soldOutBy(opened)} event={event} waits={waits} onChoose={choose} />}
          >
            {(admission) => (
              <Offers
                offers={admission ? opened : offersAt(offers, now)}
                event={event}
                waits={waits}
                admission={admission}
                onChoose={(chosen) => choose({ ...chosen, admission })}
              />
            )}
          </WaitingRoom>
        ) : (
          <Offers offers={offersAt(offers, now)} event={event} waits={waits} onChoose={choose} />
        )}
      </div>
      {choice ? (
        <Suspense>
          <TicketPaySheet
            choice={choice}
            onClose={() => {
              setChoice(undefined);
              void revalidate();
              waits.reload();
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The offers at a moment: the page may have been loaded before their sale began, and be open after its end. */
const offersAt = (offers: readonly TicketOffer[], ms: number): TicketOffer[] =>
  offers.map((offer) => {
    const { state, type, left } = offer;
    const isPast = (time: Timestamp | undefined) => time !== undefined && timestampDate(time).getTime() <= ms;
    if (state !== OfferState.NOT_YET || (type?.saleStart && !isPast(type.saleStart))) return offer;
    if (isPast(type?.saleEnd)) return { ...offer, state: OfferState.OVER };
    return { ...offer, state: left > 0 ? OfferState.ON_SALE : OfferState.SOLD_OUT };
  });

/** What was on sale as the page was loaded, once the waiting room has nothing left of it: one can wait for it. */
const soldOutBy = (offers: readonly TicketOffer[]): TicketOffer[] =>
  offers
    .filter(({ state }) => state === OfferState.ON_SALE || state === OfferState.SOLD_OUT)
    .map((offer) => ({ ...offer, state: OfferState.SOLD_OUT }));

function Offers({ offers, ...rest }: { offers: TicketOffer[] } & Omit<OfferProps, 'offer' | 'type'>) {
  if (offers.length === 0) {
    return (
      <EmptyState icon={<Ticket aria-hidden />} title={_('No tickets are on sale')}>
        {_('Tickets appear here as soon as they are sold.')}
      </EmptyState>
    );
  }
  return (
    <ul aria-label={_('Tickets')} className="grid gap-4">
      {offers.map((offer) =>
        offer.type ? <Offer key={offer.type.id} offer={offer} type={offer.type} {...rest} /> : null,
      )}
    </ul>
  );
}

type OfferProps = {
  offer: TicketOffer;
  type: TicketType;
  event: TicketEvent;
  waits: OwnWaits;
  admission?: string;
  onChoose: (choice: TicketChoice) => void;
};

function Offer({ offer, type, event, waits, admission = '', onChoose }: OfferProps) {
  const isOnSale = offer.state === OfferState.ON_SALE;
  const isSoldOut = offer.state === OfferState.SOLD_OUT;
  const wait = isSoldOut ? waits.of(type.id) : undefined;
  return (
    <li className="grid gap-5 rounded-panel border border-line bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="grid min-w-0 gap-1">
          <h2 className="wrap-anywhere font-medium text-lead">{type.name}</h2>
          <Notes offer={offer} type={type} />
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="tabular font-medium">{priceText(type)}</p>
          {isOnSale ? null : <Badge>{_(STATES[offer.state])}</Badge>}
        </div>
      </div>
      {isSoldOut ? (
        <WaitingList
          {...{ eventId: event.id, ticketTypeId: type.id, timeZone: event.timeZone, admission, wait }}
          onChange={(changed) => waits.set(type.id, changed)}
        />
      ) : null}
      {isOnSale ? <ChoiceForm left={offer.left} type={type} onChoose={onChoose} /> : null}
      {wait?.offeredUntil ? <ChoiceForm left={1} type={type} onChoose={onChoose} /> : null}
    </li>
  );
}

function Notes({ offer, type }: Pick<OfferProps, 'offer' | 'type'>) {
  const { eventIds, refundHours, saleStart } = type;
  const isOnSale = offer.state === OfferState.ON_SALE;
  const notes = [
    eventIds.length > 1 ? _('A pass for {count} events.', { count: eventIds.length }) : '',
    offer.state === OfferState.NOT_YET && saleStart
      ? _('On sale from {moment}.', { moment: formatMoment(timestampDate(saleStart), 'UTC') })
      : '',
    isOnSale && offer.left <= TICKET_LIMITS.leftShownMax
      ? _('{left, plural, one {Only one left.} other {Only # left.}}', { left: offer.left })
      : '',
    refundHours === undefined || type.price === 0n
      ? ''
      : _(
          '{hours, plural, =0 {Money back until the start.} one {Money back until an hour before the start.} other {Money back until # hours before the start.}}',
          {
            hours: refundHours,
          },
        ),
  ].filter(Boolean);
  return notes.length > 0 ? <p className="text-ink-muted text-small">{notes.join(' ')}</p> : null;
}

function ChoiceForm({ left, type, onChoose }: { left: number } & Pick<OfferProps, 'type' | 'onChoose'>) {
  const { id: ticketTypeId, payWhatYouCan, price, limitPerCustomer } = type;
  const most = Math.min(limitPerCustomer, left);
  const schema = useMemo(() => priceChoiceForm(price).extend({ code: z.string().trim() }), [price]);
  const form = useZodForm(schema, { quantity: '1', price: (Number(price) / 100).toFixed(2), code: '' });
  const quantity = Number(form.watch('quantity'));
  const options = Array.from({ length: most }, (_item, index) => ({ value: `${index + 1}`, label: `${index + 1}` }));
  const isFree = price === 0n && !payWhatYouCan;
  const choose = async ({ code, ...chosen }: { quantity: number; price: bigint; code: string }) => {
    const choice = { ticketTypeId, ...chosen };
    if (code === '' || sessionHint() === '') return onChoose(choice);
    try {
      const { discount } = await client(PromoCodeService).quoteTickets({ ...choice, code });
      onChoose({ ...choice, code, discount });
    } catch (cause) {
      form.setError('code', { message: messageOf(cause, _('We could not check this code. Please try again.')) });
    }
  };
  return (
    <Form form={form} onSubmit={choose}>
      <div className="grid items-start gap-4 sm:grid-cols-[7rem_minmax(0,12rem)]">
        <Select label={_('How many')} options={options} {...fieldOf(form, 'quantity')} />
        {payWhatYouCan ? (
          <TextField
            label={_('Price of one')}
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            {...fieldOf(form, 'price')}
          />
        ) : null}
      </div>
      {isFree ? null : (
        <TextField
          className="max-w-xs"
          label={_('Promo code or voucher')}
          optional
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={PROMO_LIMITS.codeLengthMax}
          {...fieldOf(form, 'code')}
        />
      )}
      <SubmitButton className="sm:justify-self-start" icon={<Ticket aria-hidden className="size-5" />}>
        {isFree || payWhatYouCan
          ? _('{count, plural, one {Get ticket} other {Get # tickets}}', { count: quantity })
          : _('{count, plural, one {Buy for {price}} other {Buy # for {price}}}', {
              count: quantity,
              price: formatUsd(price * BigInt(quantity)),
            })}
      </SubmitButton>
    </Form>
  );
}
