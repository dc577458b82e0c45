import { entitlementsOf } from '@marquee/rules/entitlements';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { canEdit } from '../films/film-rights.ts';
import type { FilmAndUnlock } from './access.ts';
import type { FilmAccess } from './film-access.ts';

/**
 * Whether ads come before the film [WAT-11]: on films that are watched on demand, for accounts without a plan, not for
 * b2b, and not for its makers and staff, who look at it for work.
 */
export function hasAds(viewer: AccountViewer, film: FilmAndUnlock, access: FilmAccess): boolean {
  if (film.releaseType !== 'WATCH_NOW') return false;
  if (!entitlementsOf(viewer.plan).seesAds) return false;
  return viewer.consumerType !== 'B2B' && !access.preview && !canEdit(viewer, film);
}
