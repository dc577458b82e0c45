import { isId } from '@marquee/data/ids';
import { testCardSchema } from '@marquee/rules/payments';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { plansUnavailable } from '../plans/plan-errors.ts';
import { requireSales } from '../plans/sales.ts';
import type { IdentityResources } from '../resources.ts';
import * as customers from './customers.ts';
import { getPaymentCustomer } from './payment-customer.ts';

const { number, expiry } = testCardSchema.shape;
export const keepTestCardSchema = z.object({
  ...{ accountId: z.string(), setupId: z.string().refine(isId) },
  ...{ number, expiry },
});

/**
 * Saves a test card that paid an order elsewhere, whose bank has answered there: what Stripe does by itself. Repeated, it is the
 * same card, because the setup has the id of the order.
 */
export async function keepTestCard(
  resources: IdentityResources,
  service: Viewer,
  { accountId, setupId: id, number, expiry }: z.output<typeof keepTestCardSchema>,
): Promise<object> {
  const { test } = requireSales(resources);
  if (!test) throw plansUnavailable();
  const { customerId } = await getPaymentCustomer(resources, service, { accountId });
  const { clientSecret } = await test.createSetup({ id, customerId });
  await test.confirmSetup(clientSecret, { number, expiry });
  const { method } = await test.answerSetupChallenge(clientSecret, true);
  if (method) await customers.setDefault(resources.db, { accountId, methodId: method.id }, { from: '' });
  return {};
}
