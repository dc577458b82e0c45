import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import * as filmActions from '../moderation/film-actions.ts';
import type { FilmWrite } from '../resources.ts';
import { campaignChanged } from './campaign-errors.ts';
import { campaignText } from './campaign-text.ts';
import * as campaigns from './campaigns.ts';

export const deleteCampaignSchema = z.object({ campaignId: z.string(), expectedVersion: z.bigint() });

/** Deletes a campaign with its counts; one that is gone already changes nothing. */
export async function deleteCampaign(
  { tx, clock }: FilmWrite,
  viewer: AccountViewer,
  { campaignId, expectedVersion }: z.output<typeof deleteCampaignSchema>,
): Promise<void> {
  const now = clock.now();
  const known = await campaigns.find(tx, campaignId, now);
  if (!known) return;
  // As elsewhere the film is locked before what belongs to it.
  const film = await films.lock(tx, known.filmId);
  const campaign = await campaigns.lock(tx, campaignId);
  if (!campaign) return;
  if (expectedVersion !== 0n && expectedVersion !== campaign.version) throw campaignChanged(campaign.version);
  await campaigns.remove(tx, campaign.id);
  const changes = [{ field: 'campaign', before: campaignText(campaign), after: '' }];
  const at = { filmId: film.id, version: film.version, actorId: viewer.accountId, createdAt: now };
  await filmActions.insert(tx, at, [{ kind: 'CAMPAIGN_DELETED', changes }]);
}
