import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import { campaignNotFound } from './campaign-errors.ts';
import * as campaigns from './campaigns.ts';
import type { CountedCampaign } from './list-campaigns.ts';
import * as showings from './showings.ts';

export const campaignIdSchema = z.object({ campaignId: z.string() });

/** A campaign with its counts, also of each day. */
export async function getCampaign(
  { db, clock }: FilmResources,
  _viewer: AccountViewer,
  { campaignId }: z.output<typeof campaignIdSchema>,
): Promise<CountedCampaign & { days: showings.DayCounts[] }> {
  const campaign = await campaigns.find(db, campaignId, clock.now());
  if (!campaign) throw campaignNotFound();
  const [totals, days] = await Promise.all([showings.totalsOf(db, [campaign.id]), showings.daysOf(db, campaign.id)]);
  return { campaign, counts: totals.get(campaign.id), days };
}
