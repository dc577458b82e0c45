import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { profileIdSchema } from '../people/visible-person.ts';
import type { IdentityWrite } from '../resources.ts';
import { type Between, between } from './between.ts';
import { requestNotFound } from './connection-errors.ts';
import * as connections from './connections.ts';
import { endConnection } from './end-connection.ts';
import { lockKnown } from './known-person.ts';

/** Declines the request of somebody, who can ask again in 30 days. Declining twice has one effect [NET-06]. */
export async function declineConnection(
  write: IdentityWrite,
  viewer: AccountViewer,
  { profileId }: z.output<typeof profileIdSchema>,
): Promise<Between> {
  const now = write.clock.now();
  const { accountId } = viewer;
  const { person, connection } = await lockKnown(write, viewer, profileId, connections.lockExisting);
  const before = between(accountId, person, connection, now);
  if (before.state === 'NONE' && connection?.declinedId === person.id) return before;
  if (!connection || before.state !== 'RECEIVED') throw requestNotFound();
  const declined = { declinedId: person.id, declinedAt: now };
  const ended = await endConnection(write, connection, { accountId, otherId: person.id }, declined);
  return between(accountId, person, ended, now);
}
