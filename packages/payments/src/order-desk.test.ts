import { createTestProvider } from './test-provider.ts';
import { testShop } from './testing/test-shop.ts';

test('an order that is cancelled while its payment is being made cannot be paid', async () => {
  let meanwhile = async (_orderId: string) => {};
  const { db, desk, started } = await testShop((on) => {
    const provider = createTestProvider({ ...on, webhookSecret: 'webhook-secret' });
    const createPayment: typeof provider.createPayment = async (order) => {
      const payment = await provider.createPayment(order);
      await meanwhile(order.id);
      return payment;
    };
    return { ...provider, createPayment };
  });
  meanwhile = async (orderId) => void (await desk.cancel(orderId));
  await expect(started()).rejects.toMatchObject({ reason: 'ORDER_ENDED' });
  expect(await db.query('SELECT state FROM orders')).toEqual([{ state: 'CANCELLED' }]);
  expect(await db.query('SELECT status FROM test_payments')).toEqual([{ status: 'CANCELLED' }]);
});
