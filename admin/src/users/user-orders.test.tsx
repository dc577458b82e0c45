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

const fee = {
  ...{ submissionId: 's1', filmId: 'f1', filmTitle: 'Salt', callTitle: 'Shorts', festivalName: 'Lumen' },
  ...{ state: OrderState.REFUNDED, amount: 1_000n, currency: 'USD' },
};

test('what is owed of a submission fee is given back again, or was paid in another way', async () => {
  const owing = { ...fee, owed: 1_000n, refundFailure: 'declined' };
  const { sent } = await open({
    listUserFees: () => ({ fees: [owing, { ...fee, submissionId: 's2', state: OrderState.FULFILLED }] }),
    refundOwedFee: () => ({ fee: { ...owing, owed: 0n, refundFailure: '' } }),
  });
  const table = within(await screen.findByRole('table', { name: 'Submission fees' }));
  const [, first, second] = table.getAllByRole('row').map(({ textContent }) => textContent);
  expect(first).toContain('Lumen · Shorts$10.00');
  expect(first).toContain('Refunded. The refund failed later: declined. $10.00 is still owed');
  expect(second).toMatch(/Delivered$/);
  for (const [button, confirm, reason] of [
    ['Try again', 'Try again', 'Another card'],
    ['Paid another way', 'Note it', 'By bank transfer'],
  ] as const) {
    await doing(() => fireEvent.click(table.getByRole('button', { name: button })));
    const dialog = within(await screen.findByRole('dialog', { name: 'Give back $10.00 for submitting Salt?' }));
    await doing(() => fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: reason } }));
    await doing(() => fireEvent.click(dialog.getByRole('button', { name: confirm })));
    expect(await screen.findByText('$10.00 was given back.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(sent('refundOwedFee')).toMatchObject([
    { submissionId: 's1', reason: 'Another card', paidElsewhere: false },
    { submissionId: 's1', reason: 'By bank transfer', paidElsewhere: true },
  ]);
});

test('an ADMIN sees what is owed of fees, and cannot give it back', async () => {
  await open({ listUserFees: () => ({ fees: [{ ...fee, owed: 1_000n, refundFailure: 'declined' }] }) }, Role.ADMIN);
  const table = within(await screen.findByRole('table', { name: 'Submission fees' }));
  expect(table.getByText(/\$10\.00 is still owed/)).toBeTruthy();
  expect(table.queryByRole('button')).toBeNull();
});

test('an ADMIN sees orders and cannot refund them', async () => {
  await open({ listUserOrders: () => ({ orders: [order] }) }, Role.ADMIN);
  expect(await screen.findByText('Delivered')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
});
