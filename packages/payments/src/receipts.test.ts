import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ReceiptKind } from '@marquee/contracts/film/v1/receipts_pb';
import { newId } from '@marquee/data/ids';
import { viewers } from '@marquee/testing/viewers';
import { getReceipt, listReceipts, receiptMessage, receiptNumber } from './receipts.ts';
import { createTestProvider } from './test-provider.ts';
import { testShop } from './testing/test-shop.ts';

test('of staff, only who may see users reads the receipts of others [SET-11:receipt]', async () => {
  const shop = await testShop(({ db, clock }) => createTestProvider({ db, clock, webhookSecret: 'secret' }));
  const { orderId, paymentId } = await shop.started();
  await shop.provider.confirm(paymentId, { number: '4242424242424242' });
  await shop.desk.refresh(orderId);
  expect((await getReceipt(shop.db, viewers.admin(), orderId)).order.id).toBe(orderId);
  // A role that this version does not know.
  const helper = viewers.staff({ roles: ['HELPER' as never] });
  await expect(getReceipt(shop.db, helper, orderId)).rejects.toMatchObject({ reason: 'ORDER_NOT_FOUND' });
});

test('each receipt has a number of its own, of each kind and of ids that end alike [SET-11:receipt]', () => {
  const [id, other] = ['0199f3a0-0000-7000-8000-000000000001', '0199f3a1-0000-7000-8000-000000000001'];
  const numbers = [
    receiptNumber(ReceiptKind.FILM, id),
    receiptNumber(ReceiptKind.FILM, other),
    receiptNumber(ReceiptKind.PLAN, id),
  ];
  expect(new Set(numbers).size).toBe(3);
  expect(receiptNumber(ReceiptKind.FILM, id)).toBe(numbers[0]);
  for (const number of numbers) expect(number).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}$/);
});

test('what an account paid is listed page by page, the newest first, each with what went back of it [SET-11:receipt]', async () => {
  const shop = await testShop(({ db, clock }) => createTestProvider({ db, clock, webhookSecret: 'secret' }));
  const accountId = newId();
  const paid: string[] = [];
  for (const payer of [accountId, accountId, newId(), accountId]) {
    shop.clock.advance(1_000);
    const { orderId, paymentId } = await shop.started({ accountId: payer });
    await shop.provider.confirm(paymentId, { number: '4242424242424242' });
    await shop.desk.refresh(orderId);
    if (payer === accountId) paid.unshift(orderId);
  }
  // Nothing is paid for this one.
  await shop.started({ accountId });
  await shop.refund(paid[1] ?? '', 100n);
  await shop.refund(paid[2] ?? '');
  const page = (cursor: string) => listReceipts(shop.db, 'key', { accountId, pageSize: 2, cursor });
  const first = await page('');
  const second = await page(first.nextCursor);
  const listed = [...first.rows, ...second.rows];
  expect(listed.map(({ order }) => order.id)).toEqual(paid);
  expect([first.rows.length, second.nextCursor]).toEqual([2, '']);
  const [start, end] = [new Date('2026-11-20T00:00:00Z'), new Date('2026-12-20T00:00:00Z')];
  const messages = listed.map((receipt) =>
    receiptMessage(receipt, { kind: ReceiptKind.PLAN, title: 'Pro', periodStart: start, periodEnd: end }),
  );
  expect(
    messages.map(({ amount, refunds }) => [amount, refunds?.map((refund) => [refund.amount, refund.ended])]),
  ).toEqual([
    [499n, []],
    [499n, [[100n, true]]],
    [499n, [[499n, true]]],
  ]);
  const [{ periodStart, periodEnd, paidAt } = {}] = messages;
  const times = [start, end, shop.clock.now()].map(timestampFromDate);
  expect([periodStart, periodEnd, paidAt]).toEqual(times);
  const [receipt] = listed;
  const plain =
    receipt && receiptMessage(receipt, { kind: ReceiptKind.FILM, title: 'A film', periodStart: null, periodEnd: null });
  expect(plain).not.toHaveProperty('periodStart');
  expect(plain).not.toHaveProperty('periodEnd');
});
