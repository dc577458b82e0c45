import type { AccountViewer } from '@marquee/runtime/viewer';
import { profileNotFound } from '../account/account-errors.ts';
import * as blocks from '../block/blocks.ts';
import type { FoundPerson } from '../people/people.ts';
import { findPerson } from '../people/visible-person.ts';
import { isShown, isVisibleTo } from '../profile/profile-rights.ts';
import type { IdentityWrite } from '../resources.ts';
import { connectionWithOneself } from './connection-errors.ts';
import type * as connections from './connections.ts';

type Lock = typeof connections.lock | typeof connections.lockExisting;

/**
 * Somebody whom the viewer may see, or with whom they have a connection or an open request, and the locked row of the
 * two. Who is suspended or closing their account is nobody, also to them. Looked at under the lock: a block that comes at
 * the same time has ended what was there.
 */
export async function lockKnown<L extends Lock>(
  { tx }: Pick<IdentityWrite, 'tx'>,
  viewer: AccountViewer,
  profileId: string,
  lock: L,
): Promise<{ person: FoundPerson; connection: Awaited<ReturnType<L>> }> {
  const person = await findPerson(tx, profileId);
  if (!person || !isShown(person)) throw profileNotFound();
  if (person.id === viewer.accountId) throw connectionWithOneself();
  const pair = [viewer.accountId, person.id] as const;
  const connection = (await lock(tx, pair)) as Awaited<ReturnType<L>>;
  const isRelated = connection !== undefined && connection.state !== 'NONE';
  if (!isRelated && !isVisibleTo(viewer, person)) throw profileNotFound();
  if (await blocks.isBetween(tx, pair)) throw profileNotFound();
  return { person, connection };
}
