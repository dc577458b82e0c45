import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { SoldOrderState } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { Role } from '@marquee/contracts/identity/v1/account_pb';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { doing, press, show } from '../testing/show.tsx';
import { asStaff, aUserEntry, USER_ID } from '../testing/users.ts';

const at = (day: number) => timestampFromDate(new Date(Date.UTC(2026, 10, day, 12)));
const order = {
  ...{ id: 'o1', buyerName: 'Ada Lovelace', ticketTypeName: 'Full price', quantity: 2, amount: 2_400n, left: 2_400n },
  ...{ state: SoldOrderState.DELIVERED, createdAt: at(20), returned: 0, refunding: false, ticketAmount: 1_200n },
};
const ticket = (id: string, more: object = {}) => ({
  ...{ userTicketId: id, unitId: `unit of ${id}`, eventName: 'Opening night', holderName: 'Ada Lovelace', valid: true },
  ...more,
});
const whole = {
  ...{ order, festivalId: 'f1', festivalName: 'Lumen', accountId: USER_ID, mayReturn: true },
  tickets: [ticket('u1'), ticket('u2', { holderName: 'Bo Lind', used: true })],
  payment: { provider: 'stripe', paymentId: 'pi_1', amount: 2_400n, fee: 480n, paidAt: at(20) },
};
const refund = (more: object = {}) => ({
  ...{ id: 'r1', amount: 1_200n, kind: 'STAFF', state: 'SUCCEEDED', reason: 'The seat is broken.' },
  ...{ askedByName: 'Grace Hopper', createdAt: at(21), endedAt: at(21), unitId: 'unit of u1', isPart: true, ...more },
});
const open = (answers: Answers) => show('/ticket-orders/o1', { ...asStaff(Role.SUPER_USER), ...answers });
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => within(row).queryAllByRole('cell'))
    .filter((cells) => cells.length > 0)
    .map((cells) => cells.map(({ textContent }) => textContent));
async function give(button: HTMLElement | undefined, title: string) {
  await doing(() => button && fireEvent.click(button));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Refund' })));
  expect(dialog.getByRole('alert')).toBeTruthy();
  await doing(() => fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'The seat is broken.' } }));
  await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Refund' })));
}

test('staff see an order with its tickets and its payment, and give one ticket back with a reason [TIC-05:desk-order]', async () => {
  let isBack = false;
  const { sent } = await open({
    getSoldOrder: () =>
      isBack
        ? {
            ...{
              ...whole,
              order: { ...order, returned: 1, left: 1_200n, ticketAmount: undefined },
              refunds: [refund()],
            },
            tickets: [ticket('u1', { valid: false }), ...whole.tickets.slice(1)],
          }
        : whole,
    returnTicketOrder: () => {
      isBack = true;
      return { order: { ...order, returned: 1, left: 1_200n, ticketAmount: undefined } };
    },
  });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('2 × Full price');
  const facts = within(screen.getByRole('table', { name: 'Order' }));
  for (const shown of ['Delivered', '$4.80', 'stripe · pi_1']) expect(facts.getByText(shown)).toBeTruthy();
  expect(facts.getByRole('link', { name: 'Ada Lovelace' }).getAttribute('href')).toBe(`/users/${USER_ID}`);
  expect(screen.getByText('Nothing was given back.')).toBeTruthy();
  expect(await rowsOf('Tickets')).toEqual([
    ['Opening night', 'Ada Lovelace', 'Valid', 'Refund this ticket'],
    ['Opening night', 'Bo Lind', 'Used at the door', 'Refund this ticket'],
  ]);
  await give(screen.getAllByRole('button', { name: 'Refund this ticket' })[0], 'Give back $12.00 for one ticket?');
  expect(await screen.findByText('$12.00 was given back.')).toBeTruthy();
  expect(sent('returnTicketOrder')).toMatchObject([
    { orderId: 'o1', userTicketId: 'u1', reason: 'The seat is broken.' },
  ]);
  await waitFor(() => expect(facts.getByText('One ticket refunded')).toBeTruthy());
  // The last ticket is the order.
  expect(await rowsOf('Tickets')).toEqual([
    ['Opening night', 'Ada Lovelace', 'Taken back', '–'],
    ['Opening night', 'Bo Lind', 'Used at the door', '–'],
  ]);
  expect(await rowsOf('Refunds')).toEqual([
    ['One ticket', '$12.00', 'Given back', expect.any(String), 'Staff: Grace Hopper', 'The seat is broken.'],
  ]);
});

test('staff give a whole order back, and what is on its way cannot be given back again', async () => {
  let isBack = false;
  const { sent } = await open({
    getSoldOrder: () =>
      isBack
        ? {
            ...{ ...whole, order: { ...order, state: SoldOrderState.RETURNING, refunding: true } },
            tickets: whole.tickets.map((one) => ({ ...one, valid: false })),
            refunds: [
              refund({ amount: 500n, kind: 'PROVIDER', unitId: '' }),
              refund({ id: 'r2', amount: 1_900n, kind: 'PROVIDER', state: 'PENDING', unitId: '', isPart: false }),
            ],
          }
        : whole,
    returnTicketOrder: () => {
      isBack = true;
      return { order: { ...order, state: SoldOrderState.RETURNING, refunding: true } };
    },
  });
  await give(await screen.findByRole('button', { name: 'Refund the order' }), 'Give back $24.00 for 2 tickets?');
  const asked = 'The refund of $24.00 was asked for. The order shows when it is back.';
  expect(await screen.findByText(asked)).toBeTruthy();
  expect(sent('returnTicketOrder')).toMatchObject([{ orderId: 'o1', userTicketId: '' }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: /Refund/ })).toBeNull());
  expect((await rowsOf('Tickets')).map((cells) => cells[2])).toEqual(['Being refunded', 'Being refunded']);
  expect((await rowsOf('Refunds')).map((cells) => cells.slice(0, 3))).toEqual([
    ['Money alone', '$5.00', 'Given back'],
    ['The whole order', '$19.00', 'On its way'],
  ]);
});

test('what is owed of tickets whose refund failed later is given back again', async () => {
  const owing = {
    ...order,
    currency: 'USD',
    state: SoldOrderState.RETURNED,
    left: 0n,
    owed: 2_400n,
    refundFailure: 'declined',
  };
  const failed = refund({ amount: 2_400n, failure: 'declined', isPart: false, unitId: '' });
  const { sent } = await open({
    getSoldOrder: () => ({ ...whole, order: owing, refunds: [failed, refund({ id: 'r2', kind: 'ELSEWHERE' })] }),
    refundOwedTickets: () => ({ order: { ...owing, owed: 0n, refundFailure: '' } }),
  });
  expect(await screen.findByText('Refunded. The refund failed later: declined. $24.00 is still owed')).toBeTruthy();
  expect((await rowsOf('Refunds')).map((cells) => [cells[2], cells[4]])).toEqual([
    ['Failed later: declined', 'Staff: Grace Hopper'],
    ['Given back', 'Paid another way: Grace Hopper'],
  ]);
  await press('Paid another way');
  await screen.findByText('Give back $24.00 for 2 × Full price?');
  const dialog = within(screen.getByRole('dialog'));
  await doing(() => fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'By bank transfer.' } }));
  await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Note it' })));
  expect(await screen.findByText('$24.00 was given back.')).toBeTruthy();
  expect(sent('refundOwedTickets')).toMatchObject([
    { orderId: 'o1', reason: 'By bank transfer.', paidElsewhere: true },
  ]);
});

test('a pass is given back with all of its tickets, and a refusal says why', async () => {
  const pass = (id: string, unitId: string, eventName: string) => ticket(id, { unitId, eventName });
  await open({
    getSoldOrder: () => ({
      ...whole,
      tickets: [pass('u1', 'a', 'Opening'), pass('u2', 'a', 'Closing'), pass('u3', 'b', 'Opening')],
    }),
    returnTicketOrder: refusing(Code.FailedPrecondition, { message: 'These tickets cannot be given back.' }),
  });
  expect((await rowsOf('Tickets')).map((cells) => cells[3])).toEqual(['Refund this pass', '–', 'Refund this ticket']);
  await give(screen.getByRole('button', { name: 'Refund this pass' }), 'Give back $12.00 for one pass?');
  expect(await screen.findByText('These tickets cannot be given back.')).toBeTruthy();
});

test('an order that is not there says so, who may not see it too, and one that fails to load can be tried again', async () => {
  await open({ getSoldOrder: refusing(Code.NotFound, { reason: 'ORDER_NOT_FOUND' }) });
  expect(await screen.findByRole('link', { name: 'All festivals' })).toBeTruthy();
  let isDown = true;
  await open({ getSoldOrder: () => (isDown ? failing() : { ...whole, mayReturn: false }) });
  await screen.findByText('Failed to load the order');
  isDown = false;
  await press('Try again');
  expect(await screen.findByRole('table', { name: 'Tickets' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Refund/ })).toBeNull();
});

test('orders are listed by event and by buyer, each a link to its page [TIC-05:desk-order]', async () => {
  const at = '/festivals/f1/events/e1/orders';
  const former = { ...order, id: 'o2', buyerName: '', amount: 0n, left: 0n, state: SoldOrderState.RETURNED };
  await show(at, { listEventOrders: () => ({ eventName: 'Opening night', orders: [order, former] }) });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Orders of Opening night');
  expect((await rowsOf('Tickets')).map((cells) => [cells[0], cells[1], cells[2], cells[4]])).toEqual([
    ['2 × Full price', 'Ada Lovelace', '$24.00', 'Delivered'],
    ['2 × Full price', 'A former member', 'Free', 'Refunded'],
  ]);
  const [link] = screen.getAllByRole('link', { name: '2 × Full price' });
  expect(link?.getAttribute('href')).toBe('/ticket-orders/o1');
  await show(at, { listEventOrders: () => ({ eventName: 'Opening night' }) });
  expect(await screen.findByText('Nobody has bought tickets yet')).toBeTruthy();
  await show(at, { listEventOrders: failing });
  expect(await screen.findByText('Failed to load orders')).toBeTruthy();
  await show(at, { listEventOrders: refusing(Code.NotFound, { reason: 'EVENT_NOT_FOUND' }) });
  expect(await screen.findByText('Event Not Found')).toBeTruthy();

  await show(`/users/${USER_ID}?tab=lover`, {
    ...{ ...asStaff(Role.ADMIN), getUser: () => ({ user: aUserEntry() }) },
    listUserTicketOrders: () => ({ orders: [{ ...order, returned: 1, left: 1_200n }] }),
  });
  expect((await rowsOf('Tickets bought'))[0]?.slice(0, 2)).toEqual(['2 × Full price', '$24.00']);
  expect(screen.getByText('One ticket refunded')).toBeTruthy();
});
