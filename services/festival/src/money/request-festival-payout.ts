import { isId } from '@marquee/data/ids';
import { payoutHeld } from '@marquee/payments/payout-errors';
import type { Payout } from '@marquee/payments/payouts';
import { ORGANIZATION_MONEY_MESSAGES } from '@marquee/rules/organization-money';
import { SALES_CURRENCY } from '@marquee/rules/payments';
import { PAYOUT_MESSAGES } from '@marquee/rules/payouts';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireSales } from '../checkout/own-ticket-order.ts';
import { organizationNotYours } from '../organizations/organization-errors.ts';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalWrite } from '../resources.ts';
import { arePayoutsHeld } from './are-payouts-held.ts';
import { organizationToPay } from './money-rights.ts';

export const requestFestivalPayoutSchema = z.object({
  festivalId: z.string(),
  payoutId: z.string().refine(isId, PAYOUT_MESSAGES.idReused),
});

/** Begins a payout of all that the organization can have; the provider is asked afterwards [FES-06]. */
export async function requestFestivalPayout(
  write: FestivalWrite,
  viewer: AccountViewer,
  { festivalId, payoutId: id }: z.output<typeof requestFestivalPayoutSchema>,
): Promise<Payout> {
  const { id: ownerId } = await organizationToPay(write.tx, viewer, festivalId);
  // Staff may name another director meanwhile, whose account would get a payout that they did not ask for.
  const { directorId } = await organizations.lock(write.tx, ownerId);
  if (directorId !== viewer.accountId) throw organizationNotYours();
  if (await arePayoutsHeld(write.tx, ownerId)) throw payoutHeld(ORGANIZATION_MONEY_MESSAGES.held);
  return requireSales(write).payouts.request(write, { id, ownerId, currency: SALES_CURRENCY, cause: 'OWNER' });
}
