import { asking } from '@marquee/payments/saved-cards';
import type { IdentityResources } from '../resources.ts';
import * as customers from './customers.ts';

/** Has the payment provider forget the cards of an account that is being closed, before nothing here knows of them [SET-05]. */
export async function forgetCustomer({ db, sales }: IdentityResources, accountId: string): Promise<void> {
  const provider = sales?.desk.provider;
  const customer = provider && (await customers.find(db, accountId, provider.name));
  if (customer) await asking(() => provider.removeCustomer(customer.customerId));
}
