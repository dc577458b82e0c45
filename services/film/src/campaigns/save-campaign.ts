import { newId } from '@marquee/data/ids';
import { CAMPAIGN_LIMITS, campaignSchema } from '@marquee/rules/campaigns';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import * as filmActions from '../moderation/film-actions.ts';
import type { FilmWrite } from '../resources.ts';
import { campaignChanged, campaignNotFound, campaignsFull, trailerNotPlayable } from './campaign-errors.ts';
import { campaignText } from './campaign-text.ts';
import * as campaigns from './campaigns.ts';
import type { CountedCampaign } from './list-campaigns.ts';
import * as showings from './showings.ts';

export const saveCampaignSchema = campaignSchema.and(z.object({ campaignId: z.string(), expectedVersion: z.bigint() }));

/** Makes an ad of a film's trailer, or changes one; the film's history says what changed [WAT-11]. */
export async function saveCampaign(
  { tx, clock }: FilmWrite,
  viewer: AccountViewer,
  { campaignId, expectedVersion, ...fields }: z.output<typeof saveCampaignSchema>,
): Promise<CountedCampaign> {
  const film = await films.lock(tx, fields.filmId);
  const before = campaignId === '' ? undefined : await campaigns.lock(tx, campaignId);
  if (campaignId !== '' && before?.filmId !== film.id) throw campaignNotFound();
  const version = before?.version ?? 0n;
  if (expectedVersion !== 0n && expectedVersion !== version) throw campaignChanged(version);
  if (!before && (await campaigns.count(tx)) >= CAMPAIGN_LIMITS.campaignsMax) throw campaignsFull();
  // One that has lost its video can still be changed, and ended.
  if (!before && !(await campaigns.hasVideo(tx, film.id))) throw trailerNotPlayable();

  const now = clock.now();
  const { skipAfterSeconds = null, startsAt = null, endsAt = null } = fields;
  const saved = {
    ...{ ...fields, skipAfterSeconds, startsAt, endsAt, filmId: film.id },
    ...{ id: before?.id ?? newId(), version: version + 1n },
    ...{ updatedBy: viewer.accountId, updatedAt: now },
  };
  await campaigns.save(tx, saved);
  const changes = [{ field: 'campaign', before: campaignText(before), after: campaignText(saved) }];
  const at = { filmId: film.id, version: film.version, actorId: viewer.accountId, createdAt: now };
  await filmActions.insert(tx, at, [{ kind: 'CAMPAIGN_SAVED', changes }]);
  const campaign = await campaigns.find(tx, saved.id, now);
  if (!campaign) throw campaignNotFound();
  return { campaign, counts: (await showings.totalsOf(tx, [saved.id])).get(saved.id) };
}
