import { ReceiptKind } from '@marquee/contracts/film/v1/receipts_pb';
import { viewers } from '@marquee/testing/viewers';
import { PRO_MONTH, planService } from '../testing/plan-holders.ts';

test('a plan that was paid has a receipt with its period, for its owner and staff [SET-11:receipt]', async () => {
  const service = await planService();
  const subscriber = await service.subscriber();
  const { receipts } = await service.receipts(subscriber.viewer).listPlanReceipts({});
  const price = await subscriber.priceOf(PRO_MONTH);
  expect(receipts).toMatchObject([
    { kind: ReceiptKind.PLAN, title: 'PRO', sellerName: '', refunds: [], amount: price, fee: price },
  ]);
  const [receipt] = receipts;
  expect(Number(receipt?.periodEnd?.seconds)).toBeGreaterThan(Number(receipt?.periodStart?.seconds));
  const orderId = receipt?.orderId ?? '';
  const other = await service.person();
  const notFound = { reason: 'ORDER_NOT_FOUND' };
  await expect(service.receipts(other.viewer).getPlanReceipt({ orderId })).rejects.toMatchObject(notFound);
  expect((await service.receipts(viewers.staff()).getPlanReceipt({ orderId })).receipt).toEqual(receipt);
});
