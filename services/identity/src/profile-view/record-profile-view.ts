import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { profileIdSchema, requireVisible } from '../people/visible-person.ts';
import type { IdentityResources } from '../resources.ts';

export const recordProfileViewSchema = profileIdSchema.extend({
  client: z.object({ ip: z.string(), userAgent: z.string() }),
});

/** Notes that somebody looks at a profile; its owner does not count [PRO-04]. */
export async function recordProfileView(
  { db, views }: Pick<IdentityResources, 'db' | 'views'>,
  viewer: Viewer,
  { profileId, client }: z.output<typeof recordProfileViewSchema>,
): Promise<void> {
  const person = await requireVisible(db, viewer, profileId);
  const viewerId = viewer.kind === 'account' ? viewer.accountId : null;
  if (viewerId !== person.id) await views.note({ profileId: person.id, viewerId, ...client });
}
