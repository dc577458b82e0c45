import { orderEnded } from '@marquee/payments/order-errors';
import type { Order } from '@marquee/payments/orders';
import type { Payment } from '@marquee/payments/payment-provider';
import type { TestProvider } from '@marquee/payments/test-provider';
import type { FestivalResources } from '../resources.ts';
import { paymentsUnavailable } from './checkout-errors.ts';
import { requireSales } from './own-ticket-order.ts';

/** What the browser does at another provider by itself; then the order follows what the provider says. */
export async function actAtTestProvider(
  resources: Pick<FestivalResources, 'sales'>,
  order: Order | undefined,
  act: (test: TestProvider, paymentId: string) => Promise<Payment>,
): Promise<{ order: Order; payment: Payment }> {
  const { test, desk } = requireSales(resources);
  if (!test) throw paymentsUnavailable();
  if (!order?.paymentId) throw orderEnded();
  const payment = await act(test, order.paymentId);
  return { order: await desk.follow(order, payment), payment };
}
