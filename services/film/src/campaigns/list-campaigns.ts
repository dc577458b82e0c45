import { keyset } from '@marquee/data/paging';
import { CAMPAIGN_STATES } from '@marquee/rules/campaigns';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { choice, listSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import * as campaigns from './campaigns.ts';
import * as showings from './showings.ts';

export const listCampaignsSchema = listSchema.extend({ state: choice(CAMPAIGN_STATES) });

/** A campaign with what was counted of it; undefined where it was never shown. */
export type CountedCampaign = { campaign: campaigns.Campaign; counts: showings.AdCounts | undefined };

/** The campaigns, the newest first. */
export async function listCampaigns(
  { db, clock, config }: FilmResources,
  _viewer: AccountViewer,
  { pageSize, cursor, state }: z.output<typeof listCampaignsSchema>,
): Promise<{ rows: CountedCampaign[]; nextCursor: string }> {
  const scope = `campaigns ${state}`;
  const { after, limit, page } = keyset<[string]>({ key: config.CURSOR_KEY, scope, size: pageSize, cursor });
  const found = await campaigns.list(db, { state, now: clock.now(), after: after?.[0], limit });
  const { rows, nextCursor } = page(found, ({ id }) => [id]);
  const ids = rows.map(({ id }) => id);
  const totals = await showings.totalsOf(db, ids);
  return { rows: rows.map((campaign) => ({ campaign, counts: totals.get(campaign.id) })), nextCursor };
}
