import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { SoldOrderState } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import type { Order } from '@marquee/payments/orders';
import type { WholeOrder } from './get-sold-order.ts';
import { soldOrderMessage, wholeOrderMessage } from './sold-order-message.ts';
import type { SoldOrder, SoldRefund } from './sold-orders.ts';

const [createdAt, paidAt, endedAt] = ['2026-11-01', '2026-11-02', '2026-11-03'].map((day) => new Date(day)) as [
  Date,
  Date,
  Date,
];
const order = { state: 'DELIVERED', quantity: 3, returned: 1, left: 2_400n, createdAt } as SoldOrder;
const payment = { provider: 'test', fee: 240n, amount: 3_600n, paidAmount: null, paymentId: 'pi_1', paidAt } as Order;
const refund = { id: 'r', state: 'SUCCEEDED', unitId: 'u', createdAt, endedAt } as SoldRefund;

const whole = (changes: Partial<Omit<WholeOrder, 'directorId'>>) =>
  wholeOrderMessage({
    ...{
      order,
      festivalId: 'f',
      festivalName: 'Riverside',
      directorId: null,
      accountId: 'buyer',
      tickets: [],
      refunds: [refund],
    },
    ...{ payment, mayReturn: true, seesBuyer: true, ...changes },
  });

test('one ticket of an order can go back while the order is delivered', () => {
  expect(soldOrderMessage(order)).toMatchObject({ state: SoldOrderState.DELIVERED, ticketAmount: 1_200n });
  for (const state of ['RETURNING', 'RETURNED'] as const) {
    expect(soldOrderMessage({ ...order, state })).not.toHaveProperty('ticketAmount');
  }
});

test('staff read of an order who bought it, how it was paid and what went back', () => {
  expect(whole({})).toMatchObject({
    accountId: 'buyer',
    payment: { provider: 'test', fee: 240n, amount: 3_600n, paymentId: 'pi_1', paidAt: timestampFromDate(paidAt) },
    refunds: [{ id: 'r', unitId: 'u', endedAt: timestampFromDate(endedAt) }],
  });
  const seller = whole({ seesBuyer: false });
  expect([seller.accountId, seller.payment?.paymentId, seller.payment?.amount]).toEqual(['', '', 3_600n]);
});

test('what has not happened yet has no time, and a free order no payment', () => {
  const open = whole({ refunds: [{ ...refund, unitId: null, endedAt: null }], payment: { ...payment, paidAt: null } });
  expect(open.payment).not.toHaveProperty('paidAt');
  expect(open.refunds?.[0]).not.toHaveProperty('endedAt');
  expect(open.refunds?.[0]?.unitId).toBe('');
  expect(whole({ payment: undefined })).not.toHaveProperty('payment');
});
