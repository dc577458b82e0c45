import { isId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { profileNotFound } from '../account/account-errors.ts';
import type { profileIdSchema } from '../people/visible-person.ts';
import type { IdentityWrite } from '../resources.ts';
import { accountUnblocked } from './block-events.ts';
import * as blocks from './blocks.ts';

/** Ends a block of the viewer. A connection that it ended does not return [SET-08]. */
export async function unblockAccount(
  { tx, clock, emit }: IdentityWrite,
  { accountId: blockerId }: AccountViewer,
  { profileId: blockedId }: z.output<typeof profileIdSchema>,
): Promise<void> {
  if (!isId(blockedId)) throw profileNotFound();
  const block = await blocks.end(tx, { blockerId, blockedId }, clock.now());
  if (block) await emit(accountUnblocked(block));
}
