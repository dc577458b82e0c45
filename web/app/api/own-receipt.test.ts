import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ReceiptKind, ReceiptSchema } from '@marquee/contracts/film/v1/receipts_pb';
import { ownReceipt } from './own-receipt.ts';

const at = timestampFromDate(new Date('2026-11-20T12:00:00Z'));
const receipt = create(ReceiptSchema, {
  ...{ orderId: 'o1', number: 'M-1', kind: ReceiptKind.FILM, title: 'Salt', amount: 499n, paidAt: at },
  refunds: [{ id: 'r1', amount: 499n, ended: true, at }],
});
const asked: string[] = [];
const answering = (seller: string, answer: object) => async (request: { orderId: string }) => {
  asked.push(`${seller} ${request.orderId}`);
  return answer;
};
const api = (answer: object) =>
  ({
    receipts: { getReceipt: answering('films', answer) },
    planReceipts: { getPlanReceipt: answering('plans', answer) },
    ticketReceipts: { getTicketReceipt: answering('tickets', answer) },
  }) as never;

test.each(['films', 'plans', 'tickets'])('a receipt comes from the service that sold it: %s', async (seller) => {
  asked.length = 0;
  const paid = await ownReceipt(api({ receipt }), { seller, orderId: 'o1' });
  expect(asked).toEqual([`${seller} o1`]);
  const { seconds } = at;
  expect(paid).toMatchObject({ orderId: 'o1', number: 'M-1', title: 'Salt', amount: 499n, paidAt: { seconds } });
  expect(paid.refunds).toEqual([{ id: 'r1', amount: 499n, ended: true, at: { seconds } }]);
  expect([paid.periodStart, paid.periodEnd]).toEqual([undefined, undefined]);
});

test.each([
  ['toString', { receipt }],
  ['shops', { receipt }],
  ['films', {}],
])('one of “%s” that is not there is not found', async (seller, answer) => {
  await expect(ownReceipt(api(answer), { seller, orderId: 'o1' })).rejects.toMatchObject({ init: { status: 404 } });
});
