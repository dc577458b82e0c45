import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { GiftState } from '@marquee/contracts/festival/v1/gift_pb';
import { SoldOrderState } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { OfferState } from '@marquee/contracts/festival/v1/tickets_pb';
import { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import { qrCodeOf } from '@marquee/rules/qr-code';
import { refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openRoute, openWithToasts, sentTo } from '../../testing/open-route.tsx';
import { seeToast } from '../../testing/show-page.tsx';
import * as ownTickets from '../settings/tickets.tsx';
import * as eventOrders from './event-orders.tsx';
import * as eventTickets from './event-tickets.tsx';
import * as ticket from './ticket.tsx';
import * as ticketSales from './ticket-sales.tsx';

const at = (hour: number) => timestampFromDate(new Date(Date.UTC(2026, 11, 4, hour)));
const event = {
  ...{ id: 'e1', festivalId: 'f1', festivalName: 'Lumen', name: 'Opening night', timeZone: 'Europe/Lisbon' },
  ...{ startTime: at(20), endTime: at(22), eventVirtual: false, venueName: 'Cinema Ideal', venuePlace: 'Lisbon' },
};
const type = {
  ...{ id: 't1', festivalId: 'f1', eventIds: ['e1'], name: 'Full price', price: 1_200n, limitPerCustomer: 4 },
  refundHours: 24,
};
const own = { id: 'u1', eventId: 'e1', festivalId: 'f1', festivalName: 'Lumen', ticketTypeName: 'Full price', event };
const viewer = aPerson();
const click = (element: HTMLElement) => act(async () => void fireEvent.click(element));
const signedIn = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the hint beside the session is a cookie.
  document.cookie = `marquee-signed-in-${location.port || '80'}=1`;
};

test('upcoming and past tickets stand under their festivals, each a link to its code [TIC-01:page]', async () => {
  const answers = {
    listTicketGifts: () => ({}),
    listOwnTickets: ({ past }: { past: boolean }) => ({
      groups: past ? [] : [{ festivalId: 'f1', festivalName: 'Lumen', tickets: [own, { ...own, id: 'u2' }] }],
    }),
  };
  const path = '/settings/tickets/:when?';
  await openRoute(ownTickets, '/settings/tickets', { path, viewer, answers });
  const section = await screen.findByRole('region', { name: 'Lumen' });
  expect(
    within(section)
      .getAllByRole('link', { name: /Opening night/ })
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/events/e1/tickets/u1', '/events/e1/tickets/u2']);
  expect(within(section).getAllByText('Cinema Ideal, Lisbon')).toHaveLength(2);
  expect(screen.getByText('2 tickets.')).toBeTruthy();
  await click(screen.getByRole('link', { name: 'Past' }));
  expect(await screen.findByText('You have no past tickets')).toBeTruthy();
  await openRoute(ownTickets, '/settings/tickets/next', { path, viewer, answers });
  expect(await screen.findByRole('heading', { name: 'We could not find this page.' })).toBeTruthy();
});

describe('a ticket', () => {
  const path = '/events/:eventId/tickets/:userTicketId';

  test('shows its code, where and when [TIC-02]', async () => {
    await openRoute(ticket, '/events/e1/tickets/u1', {
      path,
      viewer,
      answers: { getOwnTicket: () => ({ ticket: own, code: 'AbC' }) },
    });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Opening night');
    const picture = screen.getByRole('img', { name: 'QR code of your ticket' });
    expect(picture.querySelector('path')?.getAttribute('d')).toBe(qrCodeOf('AbC').path);
    expect(screen.getByText('Cinema Ideal, Lisbon')).toBeTruthy();
  });

  test('is kept in the wallets that this site has [TIC-07:buttons]', async () => {
    const passes = { apple: true, googleSaveUrl: 'https://pay.google.com/gp/v/save/a.b.c' };
    const answers = (more: object) => ({
      getOwnTicket: () => ({ ticket: { ...own, event: lasting }, code: 'AbC', ...more }),
    });
    const lasting = { ...event, endTime: timestampFromDate(new Date(Date.now() + 86_400_000)) };
    await openRoute(ticket, '/events/e1/tickets/u1', { path, viewer, answers: answers({ passes }) });
    const links = [
      await screen.findByRole('link', { name: 'Add to Apple Wallet' }),
      screen.getByRole('link', { name: 'Save to Google Wallet' }),
    ];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/events/e1/tickets/u1/pass.pkpass',
      passes.googleSaveUrl,
    ]);
    await openRoute(ticket, '/events/e1/tickets/u1', { path, viewer, answers: answers({ passes: {} }) });
    await screen.findByRole('img', { name: 'QR code of your ticket' });
    expect(screen.queryByRole('link', { name: /Wallet/ })).toBeNull();
  });

  test('that is not there, or somebody else’s, says so; a visitor signs in first [TIC-02:missing]', async () => {
    const message = 'Could not find your ticket. Please contact support if you are having trouble.';
    await openRoute(ticket, '/events/e1/tickets/u1', { path });
    await waitFor(() =>
      expect(sentTo()).toBe(`/sign-in?${new URLSearchParams({ returnTo: '/events/e1/tickets/u1' })}`),
    );
    const refused = refusing(Code.NotFound, { message, reason: 'TICKET_NOT_FOUND' });
    await openRoute(ticket, '/events/e1/tickets/u1', { path, viewer, answers: { getOwnTicket: refused } });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(message);
  });
});

describe('a ticket is given', () => {
  const path = '/events/:eventId/tickets/:userTicketId';
  const at = '/events/e1/tickets/u1';
  const message = 'You can only send a ticket to one of your connections.';

  async function dialog(answers: object) {
    const calls = await openWithToasts(ticket, at, {
      ...{ path, viewer },
      answers: { getOwnTicket: () => ({ ticket: own, code: 'AbC' }), ...answers },
    });
    await click(await screen.findByRole('button', { name: 'Send ticket' }));
    return { calls, dialog: within(await screen.findByRole('dialog', { name: 'Send this ticket to somebody else?' })) };
  }

  test('to a connection, who is searched by name; it says before that this is for good [TIC-03:dialog]', async () => {
    const listConnections = () => ({ connections: [{ person: { id: 'p2', firstName: 'Bo', lastName: 'Lind' } }] });
    let isRefused = true;
    const giftTicket = () => {
      if (isRefused) return refusing(Code.FailedPrecondition, { reason: 'NOT_CONNECTED', message })();
      return { gift: { id: 'g1' } };
    };
    const { calls, dialog: asked } = await dialog({ listConnections, giftTicket });
    expect(asked.getByText(/This cannot be undone/)).toBeTruthy();
    await click(asked.getByRole('button', { name: 'Send ticket' }));
    expect(asked.getByText('Please select a user to send the ticket to')).toBeTruthy();
    expect(calls.sent('giftTicket')).toEqual([]);
    await click(asked.getByRole('button', { name: 'Show Who gets it' }));
    const typed = { target: { value: 'Bo' }, inputType: 'insertText' };
    await act(async () => void fireEvent.input(asked.getByLabelText('Who gets it'), typed));
    await click(await screen.findByRole('option', { name: 'Bo Lind' }));
    await click(asked.getByRole('button', { name: 'Send ticket' }));
    expect(await asked.findByText(message)).toBeTruthy();
    isRefused = false;
    await click(asked.getByRole('button', { name: 'Send ticket' }));
    await seeToast('Bo Lind has the ticket now.');
    await waitFor(() => expect(sentTo()).toBe('/settings/tickets'));
    expect(calls.sent('giftTicket').at(-1)).toMatchObject({ eventId: 'e1', userTicketId: 'u1', receipientId: 'p2' });
    expect(calls.sent('listConnections')).toMatchObject([{ query: 'Bo', pageSize: 8 }]);
  });

  test('by email, with names of letters and an address; what was typed stays when it fails [TIC-03]', async () => {
    const giftTicket = refusing(Code.Internal, { reason: '', message: '' });
    const { calls, dialog: asked } = await dialog({ giftTicket });
    await click(asked.getByRole('tab', { name: 'By email' }));
    const type = (label: string, value: string) => fireEvent.change(asked.getByLabelText(label), { target: { value } });
    for (const [label, value] of [
      ['First name', 'A'],
      ['Last name', 'Silva 2'],
      ['Email', 'ana'],
    ] as const) {
      type(label, value);
    }
    await click(asked.getByRole('button', { name: 'Send ticket' }));
    for (const text of [
      'Please enter a first name of 2 to 45 letters.',
      'Please enter a last name of 2 to 45 letters.',
      'Please enter a valid email address.',
    ]) {
      expect(await asked.findByText(text)).toBeTruthy();
    }
    expect(calls.sent('giftTicket')).toEqual([]);
    for (const [label, value] of [
      ['First name', 'Ana'],
      ['Last name', 'Silva'],
      ['Email', 'Ana@Example.com'],
    ] as const) {
      type(label, value);
    }
    await click(asked.getByRole('button', { name: 'Send ticket' }));
    expect(await asked.findByText('We failed to send the ticket.')).toBeTruthy();
    expect(calls.sent('giftTicket')).toMatchObject([
      { eventId: 'e1', userTicketId: 'u1', email: 'ana@example.com', firstName: 'Ana', lastName: 'Silva' },
    ]);
    expect((asked.getByLabelText('First name') as HTMLInputElement).value).toBe('Ana');
  });

  test('and is shown as sent, without a code, until it is accepted [TIC-03:sent]', async () => {
    const answers = { getOwnTicket: () => ({ ticket: own, transit: { isGiven: true, name: 'Ana Silva' } }) };
    await openRoute(ticket, at, { path, viewer, answers });
    expect(await screen.findByText('Sent to Ana Silva. Nobody can use the ticket until they accept it.')).toBeTruthy();
    expect(screen.queryByRole('img', { name: 'QR code of your ticket' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Send ticket' })).toBeNull();
  });

  test('and accepted by its recipient, who sees its code then [TIC-03:accepted]', async () => {
    let isAccepted = false;
    const calls = await openRoute(ticket, at, {
      ...{ path, viewer },
      answers: {
        getOwnTicket: () =>
          isAccepted ? { ticket: own, code: 'AbC' } : { ticket: own, transit: { isGiven: false, name: 'Maeve Byrne' } },
        acceptTicketGift: () => {
          isAccepted = true;
          return {};
        },
      },
    });
    expect(await screen.findByText('Maeve Byrne has sent you this ticket.')).toBeTruthy();
    await click(screen.getByRole('button', { name: 'Accept ticket' }));
    expect(await screen.findByRole('img', { name: 'QR code of your ticket' })).toBeTruthy();
    expect(calls.sent('acceptTicketGift')).toMatchObject([{ eventId: 'e1', userTicketId: 'u1' }]);
  });

  test('those that wait and those that were sent stand above one’s own [TIC-03:lists]', async () => {
    const gift = (id: string, more: object) => ({ id, giverName: 'Maeve Byrne', ticket: { ...own, id }, ...more });
    await openRoute(ownTickets, '/settings/tickets', {
      ...{ path: '/settings/tickets/:when?', viewer },
      answers: {
        listOwnTickets: () => ({}),
        listTicketGifts: () => ({
          waiting: [gift('u7', { state: GiftState.SENT })],
          given: [
            gift('u8', { state: GiftState.SENT, recipientName: 'Ana Silva' }),
            gift('u9', { state: GiftState.RECEIVED, recipientName: 'Bo Lind' }),
          ],
        }),
      },
    });
    expect(await screen.findByText('From Maeve Byrne. Open it to accept it.')).toBeTruthy();
    expect(screen.getByText('Sent to Ana Silva, not accepted yet.')).toBeTruthy();
    expect(screen.getByText('Bo Lind has it.')).toBeTruthy();
    const links = screen.getAllByRole('link', { name: /Opening night/ }).map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/events/e1/tickets/u7', '/events/e1/tickets/u8']);
    expect(screen.queryByText('You have no tickets yet')).toBeNull();
  });
});

describe('the tickets of an event', () => {
  const path = '/events/:eventId/tickets';
  const offers = (more: object = {}) => ({
    listTicketTypes: () => ({ event, offers: [{ type, state: OfferState.ON_SALE, left: 11, ...more }] }),
  });

  test('are bought: how many, the card, and then they are there [TIC-04:page]', async () => {
    signedIn();
    const order = {
      ...{ id: 'o1', ticketTypeId: 't1', ticketTypeName: 'Full price', quantity: 2, amount: 2_400n, currency: 'USD' },
      ...{ state: OrderState.PAYING, step: PaymentStep.CARD, heldUntil: at(12) },
    };
    const tickets = ['u1', 'u2'].map((userTicketId) => ({ userTicketId, eventId: 'e1' }));
    const calls = await openRoute(eventTickets, '/events/e1/tickets', {
      path,
      answers: {
        ...offers(),
        openTicketOrder: () => ({ order }),
        confirmTestTicketPayment: () => ({
          order: { ...order, state: OrderState.FULFILLED, step: PaymentStep.NONE, tickets },
        }),
      },
    });
    expect(await screen.findByText('Money back until 24 hours before the start.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('How many'), { target: { value: '2' } });
    await click(screen.getByRole('button', { name: 'Buy 2 for $24.00' }));
    const sheet = await screen.findByRole('dialog', { name: 'Get tickets' });
    expect(await within(sheet).findByText('2 × Full price')).toBeTruthy();
    fireEvent.change(within(sheet).getByLabelText('Card number'), { target: { value: '4242424242424242' } });
    fireEvent.change(within(sheet).getByLabelText('Expires'), { target: { value: '12/34' } });
    fireEvent.change(within(sheet).getByLabelText('Security code'), { target: { value: '123' } });
    await click(within(sheet).getByRole('button', { name: 'Pay $24.00' }));
    expect(await within(sheet).findByText('Thank you. Your 2 tickets are here.')).toBeTruthy();
    expect(calls.sent('openTicketOrder')).toMatchObject([{ ticketTypeId: 't1', quantity: 2, price: 1_200n }]);
    expect(calls.sent('confirmTestTicketPayment')).toMatchObject([{ orderId: 'o1', number: '4242424242424242' }]);
  });

  test('that are sold out or not on sale yet say so, and cannot be bought', async () => {
    await openRoute(eventTickets, '/events/e1/tickets', {
      path,
      answers: offers({ state: OfferState.SOLD_OUT, left: 0 }),
    });
    expect(await screen.findByText('Sold out')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Buy|Get/ })).toBeNull();
    await openRoute(eventTickets, '/events/e1/tickets', { path, answers: { listTicketTypes: () => ({ event }) } });
    expect(await screen.findByText('No tickets are on sale')).toBeTruthy();
  });

  test('that are sold out can be waited for: the place is read, given up, and bought from once one is kept [TIC-05:waiting-list-page]', async () => {
    signedIn();
    let wait: object | undefined;
    const calls = await openRoute(eventTickets, '/events/e1/tickets', {
      path,
      answers: {
        ...offers({ state: OfferState.SOLD_OUT, left: 0 }),
        listOwnWaits: () => ({ waits: wait ? [wait] : [] }),
        joinWaitingList: () => ({ wait: { ticketTypeId: 't1', position: 2, waiting: 2 } }),
        leaveWaitingList: () => ({}),
      },
    });
    await click(await screen.findByRole('button', { name: 'Join the waiting list' }));
    expect(await screen.findByText(/You are number 2 of 2 on the waiting list/)).toBeTruthy();
    await click(screen.getByRole('button', { name: 'Leave the waiting list' }));
    await screen.findByRole('button', { name: 'Join the waiting list' });
    expect(calls.sent('leaveWaitingList')).toMatchObject([{ ticketTypeId: 't1' }]);
    wait = { ticketTypeId: 't1', position: 0, waiting: 1, offeredUntil: at(12) };
    await openRoute(eventTickets, '/events/e1/tickets', {
      path,
      answers: { ...offers({ state: OfferState.SOLD_OUT, left: 0 }), listOwnWaits: () => ({ waits: [wait] }) },
    });
    expect(await screen.findByText(/A ticket is kept for you until/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Buy for $12.00' })).toBeTruthy();
    expect(within(screen.getByLabelText('How many')).getAllByRole('option')).toHaveLength(1);
  });

  test('can be had on a page that was loaded before their sale began', async () => {
    signedIn();
    const early = { state: OfferState.NOT_YET, type: { ...type, saleStart: timestampFromDate(new Date(0)) } };
    await openRoute(eventTickets, '/events/e1/tickets', { path, answers: offers(early) });
    expect(await screen.findByRole('button', { name: 'Buy for $12.00' })).toBeTruthy();
  });

  test('at a price of one’s own choice are refused below the lowest one [TIC-05:pay-what-you-can]', async () => {
    signedIn();
    const calls = await openRoute(eventTickets, '/events/e1/tickets', {
      path,
      answers: {
        ...offers({ type: { ...type, payWhatYouCan: true, price: 500n } }),
        openTicketOrder: refusing(Code.FailedPrecondition, {
          ...{ reason: 'SOLD_OUT', message: 'These tickets are sold out.' },
        }),
      },
    });
    const price = await screen.findByLabelText('Price of one');
    fireEvent.change(price, { target: { value: '4.99' } });
    await click(screen.getByRole('button', { name: 'Get ticket' }));
    expect(await screen.findByText('Please choose a price that is not below the lowest one.')).toBeTruthy();
    fireEvent.change(price, { target: { value: '7,50' } });
    await click(screen.getByRole('button', { name: 'Get ticket' }));
    expect(await screen.findByText('These tickets are sold out.')).toBeTruthy();
    expect(calls.sent('openTicketOrder')).toMatchObject([{ quantity: 1, price: 750n }]);
  });
});

test('an organizer refunds an order with a reason, and sees that its money goes back [TIC-05:staff-refunds]', async () => {
  const order = {
    ...{ id: 'o1', buyerName: 'Maeve Byrne', ticketTypeName: 'Full price', quantity: 2, amount: 2_400n, given: 1 },
    ...{ left: 2_400n, ticketAmount: 1_200n },
    ...{ state: SoldOrderState.DELIVERED, createdAt: at(12) },
  };
  const path = '/events/:eventId/tickets/orders';
  let orders: object[] = [];
  const answers = {
    listEventOrders: () => ({ eventName: 'Opening night', orders }),
    getSoldOrder: () => ({ order }),
    returnTicketOrder: () => ({ order: { ...order, state: SoldOrderState.RETURNING } }),
  };
  await openRoute(eventOrders, '/events/e1/tickets/orders', { path, viewer, answers });
  expect(await screen.findByText('Nobody has bought tickets yet')).toBeTruthy();
  orders = [order];
  const calls = await openRoute(eventOrders, '/events/e1/tickets/orders', { path, viewer, answers });
  expect(await screen.findByText('2 × Full price · $24.00')).toBeTruthy();
  expect(screen.getByText(/One was sent to somebody else/)).toBeTruthy();
  await click(screen.getByRole('button', { name: 'Refund' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund this order?' }));
  await click(dialog.getByRole('button', { name: 'Refund' }));
  expect(calls.sent('returnTicketOrder')).toEqual([]);
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'The hall is too small.' } });
  await click(dialog.getByRole('button', { name: 'Refund' }));
  expect(await screen.findByText('Refund under way')).toBeTruthy();
  expect(calls.sent('returnTicketOrder')).toMatchObject([{ orderId: 'o1', reason: 'The hall is too small.' }]);
});

test('a manager adds a pass for two events, and stops its sale [TIC-05:types]', async () => {
  const sold = { type: { ...type, name: 'Weekend' }, quantity: 20, sold: 3, held: 1, waiting: 5, offered: 2 };
  const types: object[] = [];
  const calls = await openRoute(ticketSales, '/events/e1/tickets/sales', {
    path: '/events/:eventId/tickets/sales',
    viewer,
    answers: {
      listEventTicketTypes: () => ({
        ...{ event, types, places: 100, offered: types.length * 20 },
        events: [event, { ...event, id: 'e2', name: 'Closing night' }, { ...event, id: 'e3', name: 'Gala' }],
      }),
      listPromoCodes: () => ({}),
      createTicketType: () => {
        types.push(sold);
        return { type: sold };
      },
      setTicketTypeWithdrawn: () => ({ type: sold }),
    },
  });
  expect(await screen.findByText('0 of 100 places are offered.')).toBeTruthy();
  await click(screen.getByRole('button', { name: 'New kind of ticket' }));
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Weekend' } });
  fireEvent.change(screen.getByLabelText('Price'), { target: { value: '12' } });
  fireEvent.change(screen.getByLabelText('How many'), { target: { value: '20' } });
  for (const name of ['Gala', 'Closing night', 'Gala']) await click(screen.getByLabelText(name));
  const ends = new Date(2027, 0, 2, 20, 30);
  fireEvent.change(screen.getByLabelText(/^Sale ends/), { target: { value: '2027-01-02T20:30' } });
  await click(screen.getByRole('button', { name: 'Start selling' }));
  expect(await screen.findByText('3 of 20 sold, 1 being paid for')).toBeTruthy();
  expect(screen.getByText('5 on the waiting list, 2 kept for people who waited')).toBeTruthy();
  expect(calls.sent('createTicketType')).toMatchObject([
    { festivalId: 'f1', eventIds: ['e1', 'e2'], name: 'Weekend', price: 1_200n, quantity: 20, limitPerCustomer: 4 },
  ]);
  expect(calls.sent('createTicketType')[0]).toMatchObject({ saleEnd: timestampFromDate(ends) });
  expect(calls.sent('createTicketType')[0]?.saleStart).toBeUndefined();
  await click(screen.getByRole('button', { name: 'Stop the sale' }));
  await waitFor(() =>
    expect(calls.sent('setTicketTypeWithdrawn')).toMatchObject([{ ticketTypeId: 't1', withdrawn: true }]),
  );
});
