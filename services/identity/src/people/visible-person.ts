import type { Database } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { profileNotFound } from '../account/account-errors.ts';
import * as blocks from '../block/blocks.ts';
import { isVisibleTo } from '../profile/profile-rights.ts';
import type { FoundPerson } from './people.ts';
import * as people from './people.ts';

/** The part of a request's schema that names a person. */
export const profileIdSchema = z.object({ profileId: z.string() });

/**
 * Somebody whom the viewer may know of. Everybody else does not exist for them: an id that nobody has, a private profile,
 * a suspended account, and a block in either direction are answered alike [SET-08] [PRO-20].
 */
export async function requireVisible(
  db: Pick<Database, 'query'>,
  viewer: Viewer,
  profileId: string,
): Promise<FoundPerson> {
  const person = await findPerson(db, profileId);
  if (!person || !isVisibleTo(viewer, person)) throw profileNotFound();
  if (await isBlockedFor(db, viewer, person.id)) throw profileNotFound();
  return person;
}

/** Somebody with an account, also one whom nobody may see. */
export async function findPerson(db: Pick<Database, 'query'>, id: string): Promise<FoundPerson | undefined> {
  return isId(id) ? people.find(db, id) : undefined;
}

/** True when one of the two has blocked the other. Visitors and services are nobody who can be blocked. */
export async function isBlockedFor(db: Pick<Database, 'query'>, viewer: Viewer, personId: string): Promise<boolean> {
  return viewer.kind === 'account' && blocks.isBetween(db, [viewer.accountId, personId]);
}
