import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { profileNotFound } from '../account/account-errors.ts';
import { connectionWithOneself } from '../connection/connection-errors.ts';
import * as connections from '../connection/connections.ts';
import { endConnection } from '../connection/end-connection.ts';
import { findPerson, type profileIdSchema } from '../people/visible-person.ts';
import { isShown } from '../profile/profile-rights.ts';
import type { IdentityWrite } from '../resources.ts';
import { accountBlocked } from './block-events.ts';
import * as blocks from './blocks.ts';

/**
 * Blocks somebody: a connection or a request ends, and from now on neither finds the other. Blocking twice is one block
 * [SET-08]. A private profile keeps nobody from it: who has one writes replies all the same.
 */
export async function blockAccount(
  write: IdentityWrite,
  viewer: AccountViewer,
  { profileId }: z.output<typeof profileIdSchema>,
): Promise<void> {
  const { tx, clock, emit } = write;
  const { accountId: blockerId } = viewer;
  const person = await findPerson(tx, profileId);
  if (!person) throw profileNotFound();
  if (person.id === blockerId) throw connectionWithOneself();
  // Locked before the block is looked for: a request at the same time comes before it, and ends with it, or after it.
  const connection = await connections.lock(tx, [blockerId, person.id]);
  const blocking = { blockerId, blockedId: person.id };
  if (await blocks.isBlocking(tx, blocking)) return;
  const isKnown = connection.state !== 'NONE' || (isShown(person) && !person.isOnboarding);
  if (!isKnown || (await blocks.isBetween(tx, [blockerId, person.id]))) throw profileNotFound();

  const block = await blocks.begin(tx, blocking, clock.now());
  await endConnection(write, connection, { accountId: blockerId, otherId: person.id });
  if (block) await emit(accountBlocked(block));
}
