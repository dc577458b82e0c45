import { AccountSuspendedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { isId } from '@marquee/data/ids';
import { on } from '@marquee/events/consumer';
import type { MediaWrite } from '../resources.ts';
import * as links from './upload-links.ts';

/** A suspended maker uploads nothing, also not by somebody else. */
export const onAccountSuspended = on(AccountSuspendedSchema, async ({ tx, clock }: MediaWrite, { accountId }) => {
  if (isId(accountId)) await links.revokeAll(tx, accountId, clock.now());
});
