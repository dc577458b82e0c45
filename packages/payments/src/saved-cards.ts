import { DomainError } from '@marquee/runtime/errors';
import type { OrderWrite } from './goods.ts';
import type { OrderDesk } from './order-desk.ts';
import { providerUnavailable } from './order-errors.ts';
import type { Order } from './orders.ts';
import type { MethodAttempt, Payment } from './payment-provider.ts';

type Desk = Pick<OrderDesk<OrderWrite>, 'provider' | 'startPayment' | 'refresh' | 'follow'>;
type Attempt = Omit<MethodAttempt, 'paymentId' | 'customerId'> & {
  /** What buyers read on the statement of their bank. */
  description: string;
  /** Asked only where there is something to pay. */
  customerId: () => Promise<string>;
};

/**
 * Tries to pay an order with a saved card, and follows what the provider answers. An order that waits for no card is given as
 * it stands. Outside of a transaction.
 */
export async function payWithSaved(
  desk: Desk,
  found: string | Order,
  { description, customerId, ...attempt }: Attempt,
): Promise<{ order: Order; payment: Payment | undefined }> {
  const { order, payment } = await desk.startPayment(found, description);
  // What a bank asked and nobody answered does not keep a renewal from the card that is the default now.
  const isWaiting = payment.status === 'NEEDS_CARD' || (attempt.isOffSession && payment.status === 'NEEDS_ACTION');
  // An order that has ended is not charged.
  if (order.state === 'PAYING' && isWaiting) {
    const asked = { ...attempt, paymentId: payment.id, customerId: await customerId() };
    const answered = await asking(() => desk.provider.payWithMethod(asked));
    // Only this answer says of a card that it is gone.
    if (answered.decline !== '') return { order: await desk.follow(order, answered), payment: answered };
  }
  return desk.refresh(order.id);
}

/** Has the card that pays an order saved for its buyer's customer, or not saved. Outside of a transaction. */
export async function saveCardOf(
  desk: Pick<Desk, 'provider' | 'startPayment'>,
  orderId: string,
  { description, customerId }: { description: string; customerId: string | undefined },
): Promise<{ order: Order; payment: Payment }> {
  const { order, payment } = await desk.startPayment(orderId, description);
  const isWaiting = payment.status === 'NEEDS_CARD' || payment.status === 'NEEDS_ACTION';
  if (!isWaiting) return { order, payment };
  return { order, payment: await asking(() => desk.provider.saveCardOf({ paymentId: payment.id, customerId })) };
}

/** Calls the provider. @throws DomainError UNAVAILABLE, PAYMENT_PROVIDER_UNAVAILABLE */
export async function asking<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof DomainError ? error : providerUnavailable(error);
  }
}
