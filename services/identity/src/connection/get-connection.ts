import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { type profileIdSchema, requireVisible } from '../people/visible-person.ts';
import type { IdentityResources } from '../resources.ts';
import { type Between, between } from './between.ts';
import * as connections from './connections.ts';

/** What there is between the viewer and the person of a profile [NET-06]. */
export async function getConnection(
  { db, clock }: Pick<IdentityResources, 'db' | 'clock'>,
  viewer: AccountViewer,
  { profileId }: z.output<typeof profileIdSchema>,
): Promise<{ connection: Between; mutualCount: number }> {
  const person = await requireVisible(db, viewer, profileId);
  const pair = [viewer.accountId, person.id] as const;
  const connection = await connections.find(db, pair);
  const mutualCount = person.id === viewer.accountId ? 0 : await connections.countMutual(db, pair);
  return { connection: between(viewer.accountId, person, connection, clock.now()), mutualCount };
}
