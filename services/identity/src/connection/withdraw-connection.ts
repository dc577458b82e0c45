import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { profileIdSchema } from '../people/visible-person.ts';
import type { IdentityWrite } from '../resources.ts';
import { type Between, between } from './between.ts';
import { requestNotFound } from './connection-errors.ts';
import * as connections from './connections.ts';
import { endConnection } from './end-connection.ts';
import { lockKnown } from './known-person.ts';

/** Takes the viewer's request back; one that was accepted meanwhile is none any more [NET-06]. */
export async function withdrawConnection(
  write: IdentityWrite,
  viewer: AccountViewer,
  { profileId }: z.output<typeof profileIdSchema>,
): Promise<Between> {
  const now = write.clock.now();
  const { accountId } = viewer;
  const { person, connection } = await lockKnown(write, viewer, profileId, connections.lockExisting);
  const before = between(accountId, person, connection, now);
  if (before.state === 'NONE') return before;
  if (!connection || before.state !== 'SENT') throw requestNotFound();
  return between(accountId, person, await endConnection(write, connection, { accountId, otherId: person.id }), now);
}
