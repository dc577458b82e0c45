import { providerUnavailable } from '@marquee/payments/order-errors';
import type { Order } from '@marquee/payments/orders';
import type { Payment } from '@marquee/payments/payment-provider';
import { DomainError } from '@marquee/runtime/errors';
import * as customers from '../payment-methods/customers.ts';
import type { IdentityResources } from '../resources.ts';
import type { Sales } from './sales.ts';

type Attempt = { accountId: string; orderId: string; attemptId: string; isOffSession: boolean };

/** What a buyer reads on the statement of their bank. */
const DESCRIPTION = 'Marquee plan';
/** Without a card there is nothing to ask of: the attempt fails as with one that is gone. */
const NO_CARD = 'none';
/** The screen that follows an order of a plan. */
const RETURN_PATH = '/settings/subscription';

/** Tries to pay an order with the default card of the account. Outside of a transaction. */
export async function payWithDefault(
  { db }: IdentityResources,
  { desk }: Sales,
  { accountId, orderId, attemptId: id, isOffSession }: Attempt,
): Promise<{ order: Order; payment: Payment | undefined }> {
  const { order, payment } = await desk.startPayment(orderId, DESCRIPTION);
  const customer = await customers.find(db, accountId, desk.provider.name);
  const methodId = customer?.defaultMethodId || NO_CARD;
  // What a bank asked and nobody answered does not keep a renewal from the card that is the default now.
  const isWaiting = payment.status === 'NEEDS_CARD' || (isOffSession && payment.status === 'NEEDS_ACTION');
  // An order that has ended is not charged.
  if (order.state === 'PAYING' && isWaiting) {
    const customerId = customer?.customerId ?? (await desk.provider.createCustomer(accountId));
    const attempt = { id, paymentId: payment.id, customerId, methodId, isOffSession, returnPath: RETURN_PATH };
    const answered = await asking(() => desk.provider.payWithMethod(attempt));
    // Only this answer says of a card that it is gone.
    if (answered.decline !== '') return { order: await desk.follow(order, answered), payment: answered };
  }
  return desk.refresh(orderId);
}

/** Calls the provider. @throws DomainError UNAVAILABLE, PAYMENT_PROVIDER_UNAVAILABLE */
export async function asking<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof DomainError ? error : providerUnavailable(error);
  }
}
