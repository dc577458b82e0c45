import { orderEnded } from '@marquee/payments/order-errors';
import type { Order } from '@marquee/payments/orders';
import * as orders from '@marquee/payments/orders';
import type { Payment } from '@marquee/payments/payment-provider';
import type { TestProvider } from '@marquee/payments/test-provider';
import type { FestivalResources } from '../resources.ts';
import { paymentsUnavailable } from './checkout-errors.ts';
import { requireSales } from './own-ticket-order.ts';

/** What the browser does at another provider by itself; then the order follows what the provider says. */
export async function actAtTestProvider(
  resources: Pick<FestivalResources, 'db' | 'sales'>,
  orderId: string,
  act: (test: TestProvider, clientSecret: string) => Promise<Payment>,
): Promise<{ order: Order; payment: Payment }> {
  const { test, desk } = requireSales(resources);
  if (!test) throw paymentsUnavailable();
  const order = await orders.find(resources.db, orderId);
  if (!order?.paymentId) throw orderEnded();
  const { clientSecret } = await test.getPayment(order.paymentId);
  const payment = await act(test, clientSecret);
  return { order: await desk.follow(order, payment), payment };
}
