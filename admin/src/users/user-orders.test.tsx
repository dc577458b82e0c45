import { Code } from '@connectrpc/connect';
import { OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import { Role } from '@marquee/contracts/identity/v1/account_pb';
import { type Answers, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { doing, press, show } from '../testing/show.tsx';
import { asStaff, aUserEntry, USER_ID } from '../testing/users.ts';

const order = { id: 'o1', filmId: 'f1', filmTitle: 'Salt', state: OrderState.FULFILLED, amount: 499n, currency: 'USD' };
const open = (answers: Answers, role = Role.SUPER_USER) =>
  show(`/users/${USER_ID}?tab=lover`, {
    ...asStaff(role),
    getUser: () => ({ user: aUserEntry() }),
    listUserUnlocks: () => ({ unlocks: [] }),
    ...answers,
  });
async function refund(reason: string) {
  await press('Refund');
  const dialog = await screen.findByRole('dialog');
  await doing(() => fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: reason } }));
  await doing(() => fireEvent.click(within(dialog).getByRole('button', { name: 'Refund' })));
}

test('what a user paid for is listed and given back with a reason', async () => {
  const asked: unknown[] = [];
  const refunded = { ...order, state: OrderState.REFUNDED, refunding: true };
  await open({
    listUserOrders: () => ({ orders: [asked.length > 0 ? refunded : order] }),
    refundOrder: (request: { orderId: string; reason: string }) => {
      asked.push({ orderId: request.orderId, reason: request.reason });
      return { order: refunded };
    },
  });
  expect(await screen.findByText('$4.99')).toBeTruthy();
  expect(screen.getByText('Delivered')).toBeTruthy();
  await refund('The sound was missing');
  expect(await screen.findByText('$4.99 was given back.')).toBeTruthy();
  expect(asked).toEqual([{ orderId: 'o1', reason: 'The sound was missing' }]);
  await waitFor(() => expect(screen.getByText('Refunded')).toBeTruthy());
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
});

test('a refund that is refused says why, and who may not refund sees no way to', async () => {
  await open({
    listUserOrders: () => ({ orders: [order] }),
    refundOrder: refusing(Code.FailedPrecondition, { message: 'This order is already being refunded.' }),
  });
  await refund('Asked by mail');
  expect(await screen.findByText('This order is already being refunded.')).toBeTruthy();
});

test('an ADMIN sees orders and cannot refund them', async () => {
  await open({ listUserOrders: () => ({ orders: [order] }) }, Role.ADMIN);
  expect(await screen.findByText('Delivered')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
});
