import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { profileIdSchema } from '../people/visible-person.ts';
import type { IdentityWrite } from '../resources.ts';
import { type Between, between } from './between.ts';
import * as connections from './connections.ts';
import { endConnection } from './end-connection.ts';
import { lockKnown } from './known-person.ts';

/** Ends a connection, by either of the two. Without one nothing changes: an open request stays [NET-06]. */
export async function removeConnection(
  write: IdentityWrite,
  viewer: AccountViewer,
  { profileId }: z.output<typeof profileIdSchema>,
): Promise<Between> {
  const now = write.clock.now();
  const { accountId } = viewer;
  const { person, connection } = await lockKnown(write, viewer, profileId, connections.lockExisting);
  if (connection?.state !== 'CONNECTED') return between(accountId, person, connection, now);
  return between(accountId, person, await endConnection(write, connection, { accountId, otherId: person.id }), now);
}
