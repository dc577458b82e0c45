import type { Order } from '@marquee/payments/orders';
import type { Payment } from '@marquee/payments/payment-provider';
import { payWithSaved } from '@marquee/payments/saved-cards';
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
  const customer = await customers.find(db, accountId, desk.provider.name);
  return payWithSaved(desk, orderId, {
    ...{ id, isOffSession, methodId: customer?.defaultMethodId || NO_CARD },
    ...{ description: DESCRIPTION, returnPath: RETURN_PATH },
    customerId: async () => customer?.customerId ?? desk.provider.createCustomer(accountId),
  });
}
