import { orderEnded } from '@marquee/payments/order-errors';
import * as orders from '@marquee/payments/orders';
import type { TestProvider } from '@marquee/payments/test-provider';
import type { FestivalResources } from '../resources.ts';
import { paymentsUnavailable } from './checkout-errors.ts';
import { requireSales } from './own-ticket-order.ts';

/** What the browser does at another provider by itself; afterwards the order is asked for. */
export async function actAtTestProvider(
  resources: Pick<FestivalResources, 'db' | 'sales'>,
  orderId: string,
  act: (test: TestProvider, clientSecret: string) => Promise<unknown>,
): Promise<void> {
  const { test } = requireSales(resources);
  if (!test) throw paymentsUnavailable();
  const order = await orders.find(resources.db, orderId);
  if (!order?.paymentId) throw orderEnded();
  const { clientSecret } = await test.getPayment(order.paymentId);
  await act(test, clientSecret);
}
