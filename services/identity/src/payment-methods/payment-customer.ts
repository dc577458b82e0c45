import { isId } from '@marquee/data/ids';
import { asking } from '@marquee/payments/saved-cards';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as accounts from '../account/accounts.ts';
import { userNotFound } from '../back-office/back-office-errors.ts';
import { requireSales } from '../plans/sales.ts';
import type { IdentityResources } from '../resources.ts';
import * as customers from './customers.ts';

export const getPaymentCustomerSchema = z.object({ accountId: z.string() });

/** The customer of an account at the payment provider, made the first time [SET-11]. */
export async function getPaymentCustomer(
  resources: IdentityResources,
  _service: Viewer,
  { accountId }: z.output<typeof getPaymentCustomerSchema>,
): Promise<{ customerId: string }> {
  const { prisma } = resources;
  const account = isId(accountId) ? await accounts.find(prisma, accountId) : undefined;
  if (!account || account.closedAt || account.deletedAt) throw userNotFound();
  return { customerId: await customerOf(resources, accountId) };
}

/** The same of an account that is known. */
export async function customerOf(resources: IdentityResources, accountId: string): Promise<string> {
  const { db, clock } = resources;
  const { provider } = requireSales(resources).desk;
  const known = await customers.find(db, accountId, provider.name);
  if (known) return known.customerId;
  const customerId = await asking(() => provider.createCustomer(accountId));
  await customers.keep(db, { accountId, provider: provider.name, customerId }, clock.now());
  return customerId;
}
