import { type PayoutPage, payoutPage } from '@marquee/payments/payout-page';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import type { listOfFestivalSchema } from './list-earning-sources.ts';
import { organizationWithMoney } from './money-rights.ts';

/** The payouts of an organization, the newest first. */
export async function listFestivalPayouts(
  { db, config }: FestivalResources,
  viewer: AccountViewer,
  { festivalId, ...list }: z.output<typeof listOfFestivalSchema>,
): Promise<PayoutPage> {
  const { id: ownerId } = await organizationWithMoney(db, viewer, festivalId);
  return payoutPage(db, config.CURSOR_KEY, { ...list, ownerId });
}
