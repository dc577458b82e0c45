import { ReceiptKind } from '@marquee/contracts/film/v1/receipts_pb';
import { viewers } from '@marquee/testing/viewers';
import { getReceipt, receiptNumber } from './receipts.ts';
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
