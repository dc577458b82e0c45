import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { GiftState, TicketGiftSchema } from '@marquee/contracts/festival/v1/gift_pb';
import { SaleRoomSchema } from '@marquee/contracts/festival/v1/sale_room_pb';
import { ListEventOrdersResponseSchema, SoldOrderState } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import {
  ListEventTicketTypesResponseSchema,
  OfferState,
  RefundOfferSchema,
  TicketEventSchema,
  TicketGroupSchema,
  TicketOfferSchema,
  TicketPassesSchema,
  TicketTransitSchema,
  UserTicketSchema,
} from '@marquee/contracts/festival/v1/tickets_pb';
import { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { address, doing, later, press, seeToast, showPage, type } from '../../testing/show-page.tsx';
import { EventOrders } from './event-orders.tsx';
import { EventTickets } from './event-tickets.tsx';
import { TicketGifts } from './gift-list.tsx';
import GiftTicketDialog from './gift-ticket-dialog.tsx';
import { GiveBackTickets } from './give-back-tickets.tsx';
import { OwnTickets } from './own-tickets.tsx';
import { TicketInTransit } from './ticket-in-transit.tsx';
import { TicketPage } from './ticket-page.tsx';
import { TicketSales } from './ticket-sales.tsx';
import { WalletLinks } from './wallet-links.tsx';

const at = (hour: number) => timestampFromDate(new Date(Date.UTC(2026, 11, 4, hour)));
/** Of a sale that has not begun, on whichever day this runs. */
const tomorrow = () => timestampFromDate(new Date(Date.now() + 86_400_000));
const event = create(TicketEventSchema, {
  ...{ id: 'e1', festivalId: 'f1', festivalName: 'Lumen', name: 'Opening night', timeZone: 'UTC', eventVirtual: true },
});
const fullPrice = {
  id: 't1',
  festivalId: 'f1',
  eventIds: ['e1'],
  name: 'Full price',
  price: 1_200n,
  limitPerCustomer: 4,
};
const viewer = aPerson();
const page = { at: '/events/e1/tickets', path: '/events/e1/tickets' };
const rows = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('listitem');

/** A page whose route counts how often it was loaded. */
async function opened(element: ReactElement, answers: Answers) {
  let loads = 0;
  const calls = await showPage(() => element, { ...page, viewer, answers, loader: () => ({ loads: ++loads }) });
  return { ...calls, loads: () => loads };
}

describe('tickets of an event', () => {
  const offers = (...given: object[]) => given.map((one) => create(TicketOfferSchema, one));
  const desk = (...given: object[]) => <EventTickets event={event} offers={offers(...given)} room={undefined} />;
  const shown = (given: object[], answers: Answers = {}) => opened(desk(...given), answers);

  test('each says what it costs, how many are left, when it is sold and until when its money comes back', async () => {
    const onSale = { state: OfferState.ON_SALE, left: 11 };
    await shown([
      { type: fullPrice, ...onSale },
      { type: { ...fullPrice, id: 't2', eventIds: ['e1', 'e2'], refundHours: 0 }, ...onSale, left: 10 },
      { type: { ...fullPrice, id: 't3', refundHours: 1 }, ...onSale, left: 1 },
      { type: { ...fullPrice, id: 't4', price: 0n, refundHours: 24 }, ...onSale },
      { type: { ...fullPrice, id: 't5', price: 0n, payWhatYouCan: true }, ...onSale },
      { type: { ...fullPrice, id: 't6', price: 500n, payWhatYouCan: true }, ...onSale },
      { type: { ...fullPrice, id: 't7', saleStart: tomorrow() }, state: OfferState.NOT_YET, left: 5 },
      { type: { ...fullPrice, id: 't8', saleStart: at(9) }, state: OfferState.OVER, left: 5 },
    ]);
    const said = rows('Tickets').map((row) => [
      ...[...row.querySelectorAll('p')].map(({ textContent }) => textContent),
      within(row).queryByRole('button')?.textContent,
    ]);
    expect(said).toEqual([
      ['$12.00', 'Buy for $12.00'],
      ['A pass for 2 events. Only 10 left. Money back until the start.', '$12.00', 'Buy for $12.00'],
      ['Only one left. Money back until an hour before the start.', '$12.00', 'Buy for $12.00'],
      ['Free', 'Get ticket'],
      ['Pay what you can', 'Get ticket'],
      ['From $5.00, you choose', 'Get ticket'],
      [expect.stringMatching(/^On sale from \w+ \d/), '$12.00', undefined],
      ['$12.00', undefined],
    ]);
    expect([screen.getByText('Not on sale yet'), screen.getByText('Sale ended')]).toHaveLength(2);
    const codes = rows('Tickets').map((row) => within(row).queryByLabelText(/^Promo code/) !== null);
    expect(codes).toEqual([true, true, true, false, true, true, false, false]);
    expect(within(rows('Tickets')[0] as HTMLElement).getAllByRole('option')).toHaveLength(4);
  });

  test('a visitor signs in first, to buy and to wait', async () => {
    const signIn = `/sign-in?${new URLSearchParams({ returnTo: '/events/e1/tickets' })}`;
    await showPage(desk({ type: fullPrice, state: OfferState.ON_SALE, left: 5 }), page);
    await press('Buy for $12.00');
    expect(address()).toBe(signIn);
    const { sent } = await showPage(desk({ type: fullPrice, state: OfferState.SOLD_OUT }), page);
    await press('Join the waiting list');
    expect(address()).toBe(signIn);
    expect([sent('joinWaitingList'), sent('listOwnWaits')]).toEqual([[], []]);
  });

  test('one’s own place is shown also where the sale opened, and was over, while the page was open', async () => {
    const saleStart = timestampFromDate(new Date(Date.now() - 60_000));
    await shown([{ type: { ...fullPrice, saleStart }, state: OfferState.NOT_YET }], {
      listOwnWaits: () => ({ waits: [{ ticketTypeId: 't1', position: 2, waiting: 3 }] }),
    });
    expect(await screen.findByText(/You are number 2 of 3/)).toBeTruthy();
  });

  test('a place that cannot be changed stays, and can be tried again', async () => {
    const answer = later<object>();
    const waits = { waits: [{ ticketTypeId: 't1', position: 2, waiting: 3 }] };
    const { sent } = await shown([{ type: fullPrice, state: OfferState.SOLD_OUT }], {
      listOwnWaits: () => waits,
      leaveWaitingList: inTurn<[], unknown>(failing, answer.answer) as never,
    });
    expect(await screen.findByText(/You are number 2 of 3/)).toBeTruthy();
    await press('Leave the waiting list');
    expect(await screen.findByText('We could not change your place. Please try again.')).toBeTruthy();
    await press('Leave the waiting list');
    expect(screen.queryByText('We could not change your place. Please try again.')).toBeNull();
    await answer.resolve({});
    expect(await screen.findByRole('button', { name: 'Join the waiting list' })).toBeTruthy();
    expect(sent('leaveWaitingList')).toHaveLength(2);
  });

  test('a ticket that is kept for somebody is bought; the page is loaded again when the sheet is closed', async () => {
    const order = { id: 'o1', ticketTypeName: 'Full price', quantity: 1, amount: 1_200n, currency: 'USD' };
    const tickets = [{ userTicketId: 'u1', eventId: 'e1' }];
    const { sent, loads } = await shown([{ type: fullPrice, state: OfferState.SOLD_OUT }], {
      listOwnWaits: () => ({ waits: [{ ticketTypeId: 't1', position: 0, waiting: 1, offeredUntil: at(12) }] }),
      openTicketOrder: () => ({ order: { ...order, state: OrderState.FULFILLED, tickets } }),
    });
    await screen.findByRole('button', { name: 'Buy for $12.00' });
    await press('Buy for $12.00');
    const link = await screen.findByRole('link', { name: 'See your ticket' });
    expect(link.getAttribute('href')).toBe('/events/e1/tickets/u1');
    expect(screen.getByText('Thank you. Your ticket is here.')).toBeTruthy();
    await press('Close');
    await waitFor(() => expect([loads(), sent('listOwnWaits').length]).toEqual([2, 2]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('whose sale began and ended while the page was open are not sold, nor those that are gone', async () => {
    const past = (hours: number) => timestampFromDate(new Date(Date.now() - hours * 3_600_000));
    const soon = { state: OfferState.NOT_YET, left: 5 };
    await shown([
      { type: { ...fullPrice, saleStart: past(2), saleEnd: past(1) }, ...soon },
      { type: { ...fullPrice, id: 't2', saleStart: past(2), saleEnd: tomorrow() }, ...soon },
      { type: { ...fullPrice, id: 't3', saleStart: past(2) }, ...soon, left: 0 },
      { type: { ...fullPrice, id: 't4', saleStart: tomorrow() }, ...soon },
    ]);
    const states = ['Sale ended', 'Sold out', 'Not on sale yet'];
    await waitFor(() =>
      expect(
        rows('Tickets').map((row) => [
          states.find((state) => within(row).queryByText(state)),
          within(row).queryByRole('button')?.textContent,
        ]),
      ).toEqual([
        ['Sale ended', undefined],
        [undefined, 'Buy for $12.00'],
        ['Sold out', 'Join the waiting list'],
        ['Not on sale yet', undefined],
      ]),
    );
  });

  test('a ticket that is kept for somebody is bought past the waiting room, which others pass [TIC-06:turn]', async () => {
    const room = create(SaleRoomSchema, { opensAt: at(9), seedHash: 'ab', seed: 'cd' });
    const sold = offers({ type: fullPrice, state: OfferState.SOLD_OUT });
    const behind = <EventTickets event={event} offers={sold} room={room} />;
    await opened(behind, { listOwnWaits: () => ({ waits: [{ ticketTypeId: 't1', position: 2, waiting: 3 }] }) });
    expect(await screen.findByRole('button', { name: 'Enter the waiting room' })).toBeTruthy();
    await opened(behind, {
      listOwnWaits: () => ({ waits: [{ ticketTypeId: 't1', waiting: 1, offeredUntil: at(12) }] }),
    });
    expect(await screen.findByRole('button', { name: 'Buy for $12.00' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Enter the waiting room' })).toBeNull();
  });

  test('several tickets that are bought are among the own ones', async () => {
    const order = { id: 'o1', ticketTypeName: 'Full price', quantity: 2, amount: 2_400n, currency: 'USD' };
    const tickets = ['u1', 'u2'].map((userTicketId) => ({ userTicketId, eventId: 'e1' }));
    await shown([{ type: fullPrice, state: OfferState.ON_SALE, left: 5 }], {
      openTicketOrder: () => ({ order: { ...order, state: OrderState.FULFILLED, tickets } }),
    });
    await press('Buy for $12.00');
    const link = await screen.findByRole('link', { name: 'See your tickets' });
    expect(link.getAttribute('href')).toBe('/settings/tickets');
    expect(screen.getByText('Thank you. Your 2 tickets are here.')).toBeTruthy();
  });

  test.each([
    [false, 'These tickets could not be had any more, so your money goes back to your card by itself.'],
    [true, 'Your payment was reversed, so these tickets are no longer valid.'],
  ])('an order whose money goes back says why; its tickets were there: %s', async (fulfilled, text) => {
    const order = { id: 'o1', ticketTypeName: 'Full price', quantity: 1, amount: 1_200n, currency: 'USD', fulfilled };
    await shown([{ type: fullPrice, state: OfferState.ON_SALE, left: 5 }], {
      openTicketOrder: () => ({ order: { ...order, state: OrderState.REFUNDED } }),
    });
    await press('Buy for $12.00');
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test('an order shows its discount and its end, and is given back unless that fails', async () => {
    const order = {
      ...{ id: 'o1', ticketTypeName: 'Full price', quantity: 1, amount: 900n, discount: 300n, currency: 'USD' },
      ...{ state: OrderState.PAYING, step: PaymentStep.CARD, heldUntil: at(12) },
    };
    const answer = later<object>();
    await shown([{ type: fullPrice, state: OfferState.ON_SALE, left: 5 }], {
      openTicketOrder: () => ({ order }),
      cancelTicketOrder: inTurn<[], unknown>(failing, answer.answer) as never,
    });
    await press('Buy for $12.00');
    expect(await screen.findByText(/Your code takes \$3\.00 off\. Held for you until/)).toBeTruthy();
    await press('Give the tickets back');
    const failed = 'We could not give these tickets back. Please try again.';
    expect(await screen.findByText(failed)).toBeTruthy();
    await press('Give the tickets back');
    expect(screen.queryByText(failed)).toBeNull();
    expect(screen.getByRole('button', { name: /Give the tickets back/ }).getAttribute('aria-busy')).toBe('true');
    await answer.resolve({ order: { ...order, state: OrderState.CANCELLED } });
    expect(await screen.findByRole('button', { name: 'Start again' })).toBeTruthy();
  });
});

describe('the sales desk', () => {
  const weekend = {
    ...{
      type: { ...fullPrice, name: 'Weekend', refundHours: 48, saleStart: at(9) },
      quantity: 1_000,
      sold: 3,
      held: 1,
    },
  };
  const desk = (more: object, answers: Answers = {}) => {
    const sales = create(ListEventTicketTypesResponseSchema, { event, events: [event], ...more });
    return opened(<TicketSales event={event} sales={sales} codes={[]} />, { listPromoCodes: () => ({}), ...answers });
  };

  test('an event without places and kinds says so; a new kind can be given up', async () => {
    const { sent } = await desk({});
    expect(screen.getByText('This event has no limit of places.')).toBeTruthy();
    expect(screen.getByText('Nothing is sold for this event yet')).toBeTruthy();
    await press('New kind of ticket');
    expect(screen.queryByText('Nothing is sold for this event yet')).toBeNull();
    expect(screen.queryByRole('button', { name: 'New kind of ticket' })).toBeNull();
    // There is no other event that a pass could be for.
    expect(screen.queryByRole('group', { name: 'A pass for more events' })).toBeNull();
    await press('Cancel');
    expect(screen.getByText('Nothing is sold for this event yet')).toBeTruthy();
    expect(sent('createTicketType')).toEqual([]);
  });

  test('a kind is changed from what it is, and stands there as the desk loads again', async () => {
    const { sent, loads } = await desk(
      { types: [weekend], places: 100, offered: 20 },
      { updateTicketType: () => ({}) },
    );
    expect(screen.getByText('$12.00')).toBeTruthy();
    expect(screen.getByText('3 of 1,000 sold, 1 being paid for')).toBeTruthy();
    expect(screen.queryByText(/on the waiting list/)).toBeNull();
    await press('Edit');
    const values = ['Name', 'Price', 'How many', 'For each person', /^Money back until/].map(
      (label) => (screen.getByLabelText(label) as HTMLInputElement).value,
    );
    expect(values).toEqual(['Weekend', '12.00', '1000', '4', '48']);
    const start = screen.getByLabelText(/^Sale starts/) as HTMLInputElement;
    expect(new Date(start.value).getTime()).toBe(Date.UTC(2026, 11, 4, 9));
    expect((screen.getByLabelText(/^Sale ends/) as HTMLInputElement).value).toBe('');
    await type(/^Money back until/, '');
    await press('Save');
    await waitFor(() => expect(loads()).toBe(2));
    const [changed] = sent('updateTicketType');
    expect(changed).toMatchObject({ ticketTypeId: 't1', name: 'Weekend', price: 1_200n, saleStart: at(9) });
    expect([changed?.refundHours, changed?.saleEnd]).toEqual([undefined, undefined]);
    expect(screen.getByRole('button', { name: 'Edit' })).toBeTruthy();
  });

  test('a pass says for how many events it is, and only the kind that is edited is a form', async () => {
    const pass = { ...weekend, type: { ...weekend.type, id: 't2', name: 'Pass', eventIds: ['e1', 'e2'] } };
    await desk({ types: [weekend, pass] });
    expect(screen.getByText('$12.00 · A pass for 2 events.')).toBeTruthy();
    await doing(() => screen.getAllByRole('button', { name: 'Edit' })[1]?.click());
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Pass');
    expect(screen.getAllByRole('button', { name: 'Edit' })).toHaveLength(1);
    await press('Cancel');
    expect(screen.getAllByRole('button', { name: 'Edit' })).toHaveLength(2);
  });

  test('a sale is stopped and started again; when that fails it says so', async () => {
    const answer = later<object>();
    const withdrawn = { ...weekend.type, withdrawn: true };
    const { sent, loads } = await desk(
      { types: [{ ...weekend, type: withdrawn, offered: 2 }] },
      { setTicketTypeWithdrawn: inTurn<[], unknown>(failing, answer.answer) as never },
    );
    expect(screen.getByText('Not offered')).toBeTruthy();
    expect(screen.getByText('0 on the waiting list, 2 kept for people who waited')).toBeTruthy();
    await press('Offer again');
    expect(await screen.findByText('We failed to save this. Please try again.')).toBeTruthy();
    await press('Offer again');
    expect(screen.queryByText('We failed to save this. Please try again.')).toBeNull();
    await answer.resolve({});
    await waitFor(() => expect(loads()).toBe(2));
    expect(sent('setTicketTypeWithdrawn')).toMatchObject([{ withdrawn: false }, { withdrawn: false }]);
  });
});

describe('the orders of an event', () => {
  const sold = {
    ...{ id: 'o1', buyerName: 'Maeve Byrne', ticketTypeName: 'Full price', quantity: 2, amount: 2_400n, left: 2_400n },
    ...{ state: SoldOrderState.DELIVERED },
  };
  const desk = (orders: object[], answers: Answers = {}) =>
    opened(<EventOrders eventId="e1" first={create(ListEventOrdersResponseSchema, { orders })} />, answers);

  test('each says who bought what, what was given on or refunded, and how it stands', async () => {
    await desk([
      sold,
      { ...sold, id: 'o2', buyerName: '', amount: 0n, given: 2, returned: 1, refunding: true },
      { ...sold, id: 'o3', state: SoldOrderState.RETURNED, returned: 2 },
      { ...sold, id: 'o4', state: SoldOrderState.RETURNING },
    ]);
    const said = rows('Orders').map((row) => [...row.querySelectorAll('span, button')].map((one) => one.textContent));
    const about = (index: number) => (said[index] ?? []).filter(Boolean).join(' | ');
    expect(about(0)).toMatch(/^Maeve Byrne \| 2 × Full price · \$24\.00 \| Refund/);
    expect(about(1)).toMatch(
      /^Closed account \| 2 × Full price · Free \| 2 were sent to others\. · One was refunded\. \| Refund under way$/,
    );
    expect(about(2)).toMatch(/2 were refunded\. \| Refunded$/);
    expect(about(3)).toMatch(/\| Refund under way$/);
    expect(screen.getByText('4 orders.')).toBeTruthy();
  });

  test('come page by page, and are not refunded by a question that is left', async () => {
    const first = create(ListEventOrdersResponseSchema, { orders: [{ ...sold, quantity: 1 }], nextCursor: 'n1' });
    const { sent } = await opened(<EventOrders eventId="e1" first={first} />, {
      listEventOrders: () => ({ orders: [{ ...sold, id: 'o2' }] }),
    });
    await press('Show more');
    expect(await screen.findByText('2 orders.')).toBeTruthy();
    expect(sent('listEventOrders')).toMatchObject([{ eventId: 'e1', cursor: 'n1', pageSize: 50 }]);
    await doing(() => screen.getAllByRole('button', { name: 'Refund' })[0]?.click());
    const dialog = within(await screen.findByRole('dialog'));
    await doing(() => dialog.getByRole('button', { name: 'Close' }).click());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('returnTicketOrder')).toEqual([]);
  });

  test('an order of one ticket that cost nothing is refunded as a whole, and the page loads again', async () => {
    const one = { ...sold, quantity: 1, amount: 0n, left: 0n };
    const { sent, loads } = await desk([one], {
      returnTicketOrder: inTurn<[], object>(failing, () => ({ order: { ...one, state: SoldOrderState.RETURNED } })),
    });
    await press('Refund');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('All tickets of the order end, also those that were sent to others.')).toBeTruthy();
    expect(dialog.queryByLabelText('What goes back')).toBeNull();
    expect(sent('getSoldOrder')).toEqual([]);
    await type('Reason', 'The hall is too small.');
    const refund = () => dialog.getByRole('button', { name: 'Refund' });
    await doing(() => refund().click());
    expect(await dialog.findByText('We could not refund this order. Please try again.')).toBeTruthy();
    await doing(() => refund().click());
    await seeToast('The order was refunded.');
    expect(await screen.findByText('Refunded')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Refund this order?' })).toBeNull());
    await waitFor(() => expect(loads()).toBe(2));
  });

  test('one ticket of an order goes back alone; a pass counts as one, and its share as what is left of it', async () => {
    const tickets = [
      { userTicketId: 'u1', unitId: 'n1', holderName: '', onItsWay: true, valid: true },
      { userTicketId: 'u2', unitId: 'n1', holderName: 'Bo', valid: true },
      { userTicketId: 'u3', unitId: 'n2', holderName: '', valid: true },
      { userTicketId: 'u4', unitId: 'n3', holderName: 'Ana', valid: false },
    ];
    await desk([{ ...sold, left: 1n, ticketAmount: 0n }], {
      getSoldOrder: () => ({ order: sold, tickets }),
      returnTicketOrder: () => ({}),
    });
    await press('Refund');
    await screen.findByLabelText('What goes back');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      ...['All tickets of the order', 'Ticket 1: On its way', 'Ticket 2: Closed account'],
    ]);
    await type('What goes back', 'u3');
    expect(screen.getByText('The other tickets of the order stay valid.')).toBeTruthy();
    await type('Reason', 'The hall is too small.');
    await doing(() => within(screen.getByRole('dialog')).getByRole('button', { name: 'Refund' }).click());
    await seeToast('The ticket was refunded.');
  });
});

describe('a ticket that is given', () => {
  const own = { id: 'u1', eventId: 'e1', festivalName: 'Lumen', ticketTypeName: 'Full price', event };

  test('is accepted after a failure, also from somebody without a name', async () => {
    const answer = later<object>();
    const transit = create(TicketTransitSchema, { isGiven: false, name: '' });
    const message = 'This gift has ended.';
    const { loads } = await opened(<TicketInTransit ticket={create(UserTicketSchema, own)} {...{ event, transit }} />, {
      acceptTicketGift: inTurn<[], unknown>(refusing(Code.FailedPrecondition, { message }), answer.answer) as never,
    });
    expect(screen.getByText('Somebody has sent you this ticket.')).toBeTruthy();
    await press('Accept ticket');
    expect(await screen.findByText(message)).toBeTruthy();
    await press('Accept ticket');
    expect(screen.queryByText(message)).toBeNull();
    await answer.resolve({});
    await waitFor(() => expect(loads()).toBe(2));
  });

  test('stands in a list only where there is one, with a link until it was received', async () => {
    const gift = (more: object) => create(TicketGiftSchema, { id: 'g1', ticket: own, ...more });
    await showPage(
      <TicketGifts
        waiting={[gift({ giverName: '' }), gift({ id: 'g2', ticket: { id: 'u2' } })]}
        given={[gift({ id: 'g3', state: GiftState.RECEIVED, recipientName: '' })]}
      />,
    );
    expect(screen.getByText('From somebody. Open it to accept it.')).toBeTruthy();
    expect(screen.getByText('Somebody has it.')).toBeTruthy();
    expect(screen.getAllByRole('link')).toHaveLength(1);
    await showPage(<TicketGifts waiting={[]} given={[]} />);
    expect(screen.queryByRole('heading')).toBeNull();
  });
});

describe('tickets of one’s own', () => {
  const own = { id: 'u1', eventId: 'e1', festivalId: 'f1', festivalName: 'Lumen', ticketTypeName: 'Full price', event };
  const group = (festivalId: string, ...tickets: object[]) =>
    create(TicketGroupSchema, { festivalId, festivalName: festivalId, tickets });
  const refund = (more: object) =>
    create(RefundOfferSchema, { orderId: 'o1', quantity: 2, amount: 0n, ticketAmount: 0n, ...more });

  test('come page by page with their festivals, and count as tickets', async () => {
    const first = [group('f1', own, { ...own, id: 'u2', event: { ...event, cancelled: true } })];
    const { sent } = await opened(<OwnTickets first={first} cursor="n1" past={false} gifts={null} />, {
      listOwnTickets: () => ({ groups: [group('f2', { ...own, id: 'u3' })] }),
    });
    expect(screen.getAllByText('Cancelled')).toHaveLength(1);
    await press('Show more');
    expect(await screen.findByText('3 tickets.')).toBeTruthy();
    expect(sent('listOwnTickets')).toMatchObject([{ past: false, cursor: 'n1', pageSize: 24 }]);
  });

  test('are said to be none only where none is on its way either', async () => {
    const none = { first: [], cursor: '', past: false };
    await opened(<OwnTickets {...none} gifts={null} />, {});
    expect(screen.getByText('You have no tickets yet')).toBeTruthy();
    await opened(<OwnTickets {...none} gifts={<p>One is on its way.</p>} />, {});
    expect(screen.queryByText('You have no tickets yet')).toBeNull();
  });

  test('that cost nothing name no money, and those given back lead to the others [TIC-05:one-ticket-back]', async () => {
    const answer = later<object>();
    const { sent } = await opened(
      <GiveBackTickets refund={refund({})} {...{ userTicketId: 'u1', timeZone: 'UTC' }} />,
      {
        refundTicketOrder: inTurn<[], unknown>(failing, answer.answer) as never,
      },
    );
    await press('Give all 2 tickets back');
    const all = within(await screen.findByRole('dialog', { name: 'Give these 2 tickets back?' }));
    expect(all.getByText('All tickets of the order end.')).toBeTruthy();
    await doing(() => all.getByRole('button', { name: 'Cancel' }).click());
    await press('Give this ticket back');
    const one = within(await screen.findByRole('dialog', { name: 'Give this ticket back?' }));
    expect(one.getByText('The other tickets of the order stay valid.')).toBeTruthy();
    const give = () => doing(() => one.getByRole('button', { name: /Give back/ }).click());
    await give();
    const failed = 'We could not give these tickets back. Please try again.';
    expect(await one.findByText(failed)).toBeTruthy();
    await give();
    expect(one.queryByText(failed)).toBeNull();
    await answer.resolve({});
    await waitFor(() => expect(address()).toBe('/settings/tickets'));
    expect(sent('refundTicketOrder')).toMatchObject([{ userTicketId: 'u1' }, { userTicketId: 'u1' }]);
  });

  test.each([
    ['Apple’s', { apple: true }, ['Add to Apple Wallet']],
    ['Google’s', { googleSaveUrl: 'https://pay.google.com/gp/v/save/a.b.c' }, ['Save to Google Wallet']],
    ['no', {}, []],
  ])('go into %s wallet where a site has that alone [TIC-07:buttons]', async (_what, given, names) => {
    const passes = create(TicketPassesSchema, given);
    await opened(<WalletLinks ticket={create(UserTicketSchema, own)} passes={passes} />, {});
    expect(screen.queryAllByRole('link').map(({ textContent }) => textContent)).toEqual(names);
  });

  test('show their code in the margin of four squares that scanners need [TIC-02]', async () => {
    const code = { size: 21, path: 'M0 0h1v1z' };
    const shown = { event, code, givesByText: false, isUsable: true };
    await opened(<TicketPage ticket={create(UserTicketSchema, own)} {...shown} />, {});
    const picture = screen.getByRole('img', { name: 'QR code of your ticket' });
    expect(picture.getAttribute('viewBox')).toBe('-4 -4 29 29');
  });

  test('go to one connection once, who is asked for by name; another choice takes a refusal back [TIC-03:dialog]', async () => {
    const answer = later<object>();
    const { sent } = await opened(
      <GiftTicketDialog ticket={{ eventId: 'e1', userTicketId: 'u1' }} byText={false} onClose={() => {}} />,
      {
        listConnections: ({ query }) => ({
          connections: [{ person: { id: query, firstName: query, lastName: 'Lind' } }, {}],
        }),
        giftTicket: answer.answer,
      },
    );
    const choose = async (query: string) => {
      await press('Show Who gets it');
      const typed = { target: { value: query }, inputType: 'insertText' };
      await doing(() => fireEvent.input(screen.getByLabelText('Who gets it'), typed));
      await screen.findByRole('option', { name: new RegExp(`${query} Lind`) });
    };
    await press('Send ticket');
    expect(screen.getByText('Please select a user to send the ticket to')).toBeTruthy();
    await choose('Bo');
    await press(/Bo Lind/, 'option');
    expect(screen.queryByText('Please select a user to send the ticket to')).toBeNull();
    // Who is chosen stays an option, once, beside those that are found.
    await choose('Cy');
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent?.slice(2));
    expect(options.toSorted()).toEqual(['Bo Lind', 'Cy Lind']);
    await press(/Bo Lind/, 'option');
    await choose('Bo');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await press(/Bo Lind/, 'option');
    const form = screen.getByLabelText('Who gets it').closest('form') as HTMLElement;
    for (let times = 0; times < 2; times += 1) await doing(() => fireEvent.submit(form));
    expect(sent('giftTicket')).toMatchObject([{ receipientId: 'Bo' }]);
    await answer.resolve({});
    await waitFor(() => expect(address()).toBe('/settings/tickets'));
  });
});
