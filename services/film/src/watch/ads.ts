import { randomUUID } from 'node:crypto';
import { adPath } from '@marquee/rules/ads';
import { entitlementsOf } from '@marquee/rules/entitlements';
import type { Place } from '@marquee/runtime/client-info';
import type { AccountViewer } from '@marquee/runtime/viewer';
import * as campaigns from '../campaigns/campaigns.ts';
import * as showings from '../campaigns/showings.ts';
import { canEdit } from '../films/film-rights.ts';
import type { FilmWrite } from '../resources.ts';
import type { FilmAndUnlock } from './access.ts';
import type { FilmAccess } from './film-access.ts';

/**
 * Where the player asks for ads: at the ad server that is set, else for one of our own campaigns if one runs. '' for who
 * sees none.
 */
export async function adTagOf(
  { tx, clock, config }: Pick<FilmWrite, 'tx' | 'clock' | 'config'>,
  viewer: AccountViewer,
  film: FilmAndUnlock & { id: string },
  { access, place }: { access: FilmAccess; place: Place | undefined },
): Promise<string> {
  if (!hasAds(viewer, film, access)) return '';
  if (config.AD_TAG_URL) return config.AD_TAG_URL;
  const now = clock.now();
  const campaignId = await campaigns.chooseRunning(tx, film.id, { now, place });
  if (!campaignId) return '';
  // Its id is all that a report has to prove, so no part of it follows from the time.
  const id = randomUUID();
  await showings.insert(tx, { id, campaignId, madeAt: now });
  return adPath(id);
}

/**
 * Whether ads come before the film [WAT-11]: on films that are watched on demand, for accounts without a plan, not for
 * b2b, and not for its makers and staff, who look at it for work.
 */
function hasAds(viewer: AccountViewer, film: FilmAndUnlock, access: FilmAccess): boolean {
  if (film.releaseType !== 'WATCH_NOW') return false;
  if (!entitlementsOf(viewer.plan).seesAds) return false;
  return viewer.consumerType !== 'B2B' && !access.preview && !canEdit(viewer, film);
}
