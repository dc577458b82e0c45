import { isId } from '@marquee/data/ids';
import { asking } from '@marquee/payments/saved-cards';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireSales } from '../plans/sales.ts';
import type { IdentityResources } from '../resources.ts';
import * as customers from './customers.ts';
import { methodIdSchema } from './own-methods.ts';

export const getSavedCardSchema = methodIdSchema.extend({ accountId: z.string().refine(isId) });

/** The customer that a saved card is charged by; '' where the account has no such card, as where another has it [SET-11]. */
export async function getSavedCard(
  { db, ...resources }: IdentityResources,
  _service: Viewer,
  { accountId, methodId }: z.output<typeof getSavedCardSchema>,
): Promise<{ customerId: string }> {
  const { provider } = requireSales(resources).desk;
  const customer = await customers.find(db, accountId, provider.name);
  const methods = customer ? await asking(() => provider.listMethods(customer.customerId)) : [];
  return { customerId: methods.find(({ id }) => id === methodId)?.customerId ?? '' };
}
