import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { profileIdSchema } from '../people/visible-person.ts';
import type { IdentityWrite } from '../resources.ts';
import { type Between, between } from './between.ts';
import { connect } from './connect.ts';
import { requestNotFound } from './connection-errors.ts';
import * as connections from './connections.ts';
import { lockKnown } from './known-person.ts';

/** Connects the viewer to somebody who asked them. Accepting twice has one effect [NET-06]. */
export async function acceptConnection(
  write: IdentityWrite,
  viewer: AccountViewer,
  { profileId }: z.output<typeof profileIdSchema>,
): Promise<Between> {
  const now = write.clock.now();
  const { person, connection } = await lockKnown(write, viewer, profileId, connections.lockExisting);
  const before = between(viewer.accountId, person, connection, now);
  if (before.state === 'CONNECTED') return before;
  if (!connection || before.state !== 'RECEIVED') throw requestNotFound();
  const asked = { requesterId: person.id, recipientId: viewer.accountId };
  return between(viewer.accountId, person, await connect(write, connection, asked), now);
}
