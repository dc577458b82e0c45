import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError } from '@connectrpc/connect';
import { SoldOrderState } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { openRoute } from '../../testing/open-route.tsx';
import * as eventOrders from './event-orders.tsx';
import * as ticket from './ticket.tsx';

const at = (hour: number) => timestampFromDate(new Date(Date.UTC(2026, 11, 4, hour)));
const event = {
  ...{ id: 'e1', festivalId: 'f1', festivalName: 'Lumen', name: 'Opening night', timeZone: 'Europe/Lisbon' },
  ...{ startTime: at(20), endTime: at(22), venueName: 'Cinema Ideal', venuePlace: 'Lisbon' },
};
const own = { id: 'u1', eventId: 'e1', festivalId: 'f1', festivalName: 'Lumen', ticketTypeName: 'Full price', event };
const viewer = aPerson();
const click = (element: HTMLElement) => act(async () => void fireEvent.click(element));
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('a buyer', () => {
  const refund = { orderId: 'o1', quantity: 3, amount: 3_600n, ticketAmount: 1_200n, until: at(10) };
  const open = (offer: object, answers: object = {}) =>
    openRoute(ticket, '/events/e1/tickets/u1', {
      ...{ path: '/events/:eventId/tickets/:userTicketId', viewer },
      answers: { getOwnTicket: () => ({ ticket: own, code: 'AbC', refund: offer }), ...answers },
    });

  test('gives one ticket of an order back, and reads what goes back and what stays [TIC-05:one-ticket-back]', async () => {
    const refused = refusing(Code.FailedPrecondition, { reason: 'REFUND_PENDING', message: 'It is on its way back.' });
    const calls = await open(refund, { refundTicketOrder: refused });
    expect(await screen.findByRole('button', { name: 'Give all 3 tickets back' })).toBeTruthy();
    const opener = screen.getByRole('button', { name: 'Give this ticket back' });
    expect(opener.getAttribute('aria-haspopup')).toBe('dialog');
    await click(opener);
    const dialog = await dialogNamed('Give this ticket back?');
    expect(dialog.getByText('$12.00 goes back to your card. The other tickets of the order stay valid.')).toBeTruthy();
    await click(dialog.getByRole('button', { name: 'Give back' }));
    expect(await dialog.findByText('It is on its way back.')).toBeTruthy();
    await click(dialog.getByRole('button', { name: 'Cancel' }));
    await click(screen.getByRole('button', { name: 'Give this ticket back' }));
    expect((await dialogNamed('Give this ticket back?')).queryByText('It is on its way back.')).toBeNull();
    expect(calls.sent('refundTicketOrder')).toMatchObject([{ orderId: 'o1', userTicketId: 'u1' }]);
  });

  test('gives all of them back, and only the own one where somebody else has the others', async () => {
    const calls = await open(refund, {
      refundTicketOrder: refusing(Code.FailedPrecondition, { reason: 'REFUND_OVER' }),
    });
    await click(await screen.findByRole('button', { name: 'Give all 3 tickets back' }));
    const dialog = await dialogNamed('Give these 3 tickets back?');
    expect(dialog.getByText('$36.00 goes back to your card. All tickets of the order end.')).toBeTruthy();
    await click(dialog.getByRole('button', { name: 'Give back' }));
    expect(calls.sent('refundTicketOrder')).toMatchObject([{ orderId: 'o1', userTicketId: '' }]);
    await open({ ...refund, quantity: 0, amount: 0n });
    expect(await screen.findByRole('button', { name: 'Give this ticket back' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Give all/ })).toBeNull();
    await open({ ...refund, quantity: 1, amount: 1_200n, ticketAmount: undefined });
    expect(await screen.findByRole('button', { name: 'Give back' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Give this ticket back' })).toBeNull();
  });
});

const order = {
  ...{ id: 'o1', buyerName: 'Maeve Byrne', ticketTypeName: 'Full price', quantity: 2, amount: 2_400n, left: 2_400n },
  ...{ state: SoldOrderState.DELIVERED, createdAt: at(12), ticketAmount: 1_200n },
};
const sold = (userTicketId: string, holderName: string, more: object = {}) => ({
  ...{ userTicketId, unitId: `unit of ${userTicketId}`, holderName, valid: true, ...more },
});

test('no order is refunded before its tickets are there, and those that fail to load can be tried again', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  let asked = 0;
  const calls = await openRoute(eventOrders, '/events/e1/tickets/orders', {
    ...{ path: '/events/:eventId/tickets/orders', viewer },
    answers: {
      listEventOrders: () => ({ eventName: 'Opening night', orders: [order] }),
      getSoldOrder: async () => {
        asked += 1;
        if (asked > 1) return promise;
        throw new ConnectError('down', Code.Internal);
      },
    },
  });
  await click(await screen.findByRole('button', { name: 'Refund' }));
  const dialog = await dialogNamed('Refund this order?');
  const submit = () => dialog.getByRole('button', { name: 'Refund' }) as HTMLButtonElement;
  expect(await dialog.findByText('We could not load the tickets of this order.')).toBeTruthy();
  expect(submit().disabled).toBe(false);
  await click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('Loading the tickets of this order')).toBeTruthy();
  expect(submit().disabled).toBe(true);
  await act(async () => resolve({ order, tickets: [sold('u1', 'Maeve Byrne'), sold('u2', 'Bo Lind')] }));
  expect(await dialog.findByRole('option', { name: 'Ticket 2: Bo Lind' })).toBeTruthy();
  expect(submit().disabled).toBe(false);
  expect(calls.sent('returnTicketOrder')).toEqual([]);
});

test('an organizer refunds one ticket of an order, chosen by its holder [TIC-05:one-ticket-back]', async () => {
  const tickets = [sold('u1', 'Maeve Byrne', { used: true }), sold('u2', '', { onItsWay: true })];
  const calls = await openRoute(eventOrders, '/events/e1/tickets/orders', {
    ...{ path: '/events/:eventId/tickets/orders', viewer },
    answers: {
      listEventOrders: () => ({ eventName: 'Opening night', orders: [order] }),
      getSoldOrder: () => ({ order, tickets }),
      returnTicketOrder: () => ({ order: { ...order, returned: 1, left: 1_200n, ticketAmount: undefined } }),
    },
  });
  await click(await screen.findByRole('button', { name: 'Refund' }));
  const dialog = await dialogNamed('Refund this order?');
  const second = await dialog.findByRole('option', { name: 'Ticket 2: On its way' });
  expect(dialog.getByRole('option', { name: 'Ticket 1: Maeve Byrne, used at the door' })).toBeTruthy();
  expect(dialog.getByText(/^\$24.00 goes back to the buyer. All tickets of the order end/)).toBeTruthy();
  const choice = dialog.getByLabelText('What goes back');
  await act(async () => void fireEvent.change(choice, { target: { value: (second as HTMLOptionElement).value } }));
  expect(dialog.getByText('$12.00 goes back to the buyer. The other tickets of the order stay valid.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'The seat is broken.' } });
  await click(dialog.getByRole('button', { name: 'Refund' }));
  expect(await screen.findByText(/One was refunded/)).toBeTruthy();
  expect(calls.sent('returnTicketOrder')).toMatchObject([
    { orderId: 'o1', userTicketId: 'u2', reason: 'The seat is broken.' },
  ]);
});
