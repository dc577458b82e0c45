import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { OrderSchema, OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import { Role } from '@marquee/contracts/identity/v1/account_pb';
import { type Answers, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { closed, doing, later, press, show } from '../testing/show.tsx';
import { asStaff } from '../testing/users.ts';
import { OrderRefund, orderStateText } from './order-refund.tsx';

const order = { id: 'o1', amount: 499n, filmTitle: 'Salt', state: OrderState.FULFILLED, refunding: false };
const refresh = jest.fn(async () => {});
async function open(part: object = {}, answers: Answers = {}, role = Role.SUPER_USER) {
  refresh.mockClear();
  const element = <OrderRefund order={create(OrderSchema, { ...order, ...part })} refresh={refresh} />;
  return show('/order', { ...asStaff(role), ...answers }, [{ path: 'order', element }]);
}
const giveBack = async () => {
  await press('Refund');
  await screen.findByText('Give back $4.99 for Salt?');
  await doing(() => fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'They asked.' } }));
  const dialog = within(screen.getByRole('dialog'));
  await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Refund' })));
  await closed();
};

test.each([
  [OrderState.REFUNDED, '', '$4.99 was given back.'],
  [OrderState.FULFILLED, '', 'The refund of $4.99 was asked for. The order shows when it is back.'],
  [OrderState.FULFILLED, 'declined', /^\$4\.99 was not given back: the payment provider says “declined”\./],
  [OrderState.FULFILLED, 'UNKNOWN', /^\$4\.99 was not given back: the payment provider did not say why\./],
])('the money of an order is asked back with a reason: %s %s', async (state, refundFailure, text) => {
  const refunding = later<object>();
  const { sent } = await open({}, { refundOrder: refunding.answer });
  await giveBack();
  expect(screen.getByRole('button', { name: 'Refund' }).hasAttribute('data-loading')).toBe(true);
  await refunding.resolve({ order: { ...order, state, refundFailure } });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(sent('refundOrder')).toMatchObject([{ orderId: 'o1', reason: 'They asked.' }]);
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('a refusal is said, and what is shown is read again', async () => {
  await open({}, { refundOrder: refusing(Code.FailedPrecondition, { message: 'It is refunded already.' }) });
  await giveBack();
  expect(await screen.findByText('It is refunded already.')).toBeTruthy();
  expect(screen.getByText('Failed to refund')).toBeTruthy();
  expect(refresh).toHaveBeenCalledTimes(1);
});

test.each([[{ state: OrderState.PAYING }], [{ state: OrderState.REFUNDED }], [{ refunding: true }]])(
  'an order that cannot be refunded has no button: %j',
  async (part) => {
    await open(part);
    expect(await screen.findByText('–')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  },
);

test('an order whose refund failed can be asked back again', async () => {
  await open({ refundFailure: 'declined' });
  expect(await screen.findByRole('button', { name: 'Refund' })).toBeTruthy();
});

const owing = { state: OrderState.REFUNDED, refunding: true, refundFailure: 'expired_or_canceled_card', owed: 499n };

test.each([
  ['Try again', 'Try again', false, { owed: 0n }, '$4.99 was given back.'],
  [
    'Try again',
    'Try again',
    false,
    { owed: 499n },
    'The refund of $4.99 was asked for. The order shows when it is back.',
  ],
  [
    ...(['Try again', 'Try again', false, { owed: 499n, refundFailure: 'declined' }] as const),
    '$4.99 was not given back: the payment provider says “declined”. $4.99 is still owed.',
  ],
  ['Paid another way', 'Note it', true, { owed: 0n }, '$4.99 was given back.'],
])(
  'what is owed because a refund failed later: %s, %s, elsewhere: %s, %j',
  async (label, confirm, paidElsewhere, part, text) => {
    const { sent } = await open(owing, { refundOwed: () => ({ order: { ...order, ...part } }) });
    await press(label);
    await screen.findByText('Give back $4.99 for Salt?');
    await doing(() => fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'By bank transfer.' } }));
    await doing(() => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: confirm })));
    await closed();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(sent('refundOwed')).toMatchObject([{ orderId: 'o1', reason: 'By bank transfer.', paidElsewhere }]);
    expect(refresh).toHaveBeenCalledTimes(1);
  },
);

test('what is owed and on its way back has no button', async () => {
  await open({ ...owing, owedRefunding: true });
  expect(await screen.findByText('–')).toBeTruthy();
});

test.each([
  [{}, 'Refunded. The refund failed later: expired_or_canceled_card. $4.99 is still owed'],
  [
    { owedRefunding: true },
    'Refunded. The refund failed later: expired_or_canceled_card. $4.99 is being given back again',
  ],
])('the state of an order of which something is owed: %j', (part, text) => {
  expect(orderStateText(create(OrderSchema, { ...order, ...owing, ...part }))).toBe(text);
});

test('who may not refund has no button', async () => {
  const { sent } = await open({}, {}, Role.ADMIN);
  await waitFor(() => expect(sent('getCurrentUser')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
});

test.each([
  [OrderState.PAID, false, '', 'Paid, not delivered'],
  [OrderState.FULFILLED, false, '', 'Delivered'],
  [OrderState.FULFILLED, true, '', 'Being refunded'],
  [OrderState.FULFILLED, false, 'declined', 'Delivered. The refund failed: declined'],
  [OrderState.REFUNDED, true, '', 'Refunded'],
  [OrderState.PAYING, false, '', ''],
])('the state %s of an order (refunding: %s, failed: “%s”) is “%s”', (state, refunding, refundFailure, text) => {
  expect(orderStateText(create(OrderSchema, { state, refunding, refundFailure }))).toBe(text);
});
