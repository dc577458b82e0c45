import { orderEnded } from '@marquee/payments/order-errors';
import type { Order } from '@marquee/payments/orders';
import type { Payment } from '@marquee/payments/payment-provider';
import type { TestProvider } from '@marquee/payments/test-provider';
import type { FestivalResources } from '../resources.ts';
import { paymentsUnavailable } from './checkout-errors.ts';
import { requireSales } from './own-ticket-order.ts';

/** What a buyer does with a payment at the test provider. */
export type ActAtTestProvider = (test: TestProvider, paymentId: string) => Promise<Payment>;

/** What the browser does at another provider by itself, with an order that its payment was begun for. */
export async function actAtTestProvider(
  resources: Pick<FestivalResources, 'sales'>,
  order: Order | undefined,
  act: ActAtTestProvider,
): Promise<{ order: Order; payment: Payment }> {
  const { test, desk } = requireSales(resources);
  if (!test) throw paymentsUnavailable();
  if (!order?.paymentId) throw orderEnded();
  await desk.requirePayable(order);
  return { order, payment: await act(test, order.paymentId) };
}
