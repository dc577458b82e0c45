import { keyset } from '@marquee/data/paging';
import { PROFILE_VIEW_LIMITS } from '@marquee/rules/connections';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources } from '../resources.ts';
import * as profileViews from './profile-views.ts';

const DAY_MS = 86_400_000;

export const listProfileViewsSchema = z.object({ pageSize: z.int(), cursor: z.string() });

type ProfileViews = { rows: profileViews.SeenView[]; nextCursor: string; visitorCount: number };

/** Who looked at the viewer's own profile in the last 90 days [PRO-04]. */
export async function listProfileViews(
  { db, config, clock }: Pick<IdentityResources, 'db' | 'config' | 'clock'>,
  { accountId: profileId }: AccountViewer,
  { pageSize: size, cursor }: z.output<typeof listProfileViewsSchema>,
): Promise<ProfileViews> {
  const from = new Date(clock.now().getTime() - PROFILE_VIEW_LIMITS.days * DAY_MS);
  const scope = `profile views ${profileId}`;
  const { after, limit, page } = keyset<profileViews.ByTime>({ key: config.CURSOR_KEY, scope, size, cursor });
  const [rows, visitorCount] = await Promise.all([
    profileViews.list(db, { profileId, from, after, limit }),
    profileViews.countVisitors(db, profileId, from),
  ]);
  return { ...page(rows, ({ viewedAt, viewId }) => [viewedAt.toISOString(), viewId]), visitorCount };
}
