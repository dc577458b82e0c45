import type { AccountViewer } from '@marquee/runtime/viewer';
import { accountNotFound } from '../account/account-errors.ts';
import { profileChanged } from '../account/account-events.ts';
import * as accounts from '../account/accounts.ts';
import type { IdentityWrite } from '../resources.ts';
import * as accountClosings from './account-closings.ts';
import { keepTooLate } from './own-data-errors.ts';
import { accountReopened } from './own-data-events.ts';

/** Takes closing back: the account is as it was, but for its sessions. One that is not closing stays as it is. */
export async function keepOwnAccount({ tx, clock, emit }: IdentityWrite, { accountId }: AccountViewer): Promise<void> {
  const account = await accounts.lock(tx, accountId);
  if (!account) throw accountNotFound();
  if (!account.closingAt) return;

  if (!(await accountClosings.takeBack(tx, accountId, clock.now()))) throw keepTooLate();
  const kept = await accounts.setReopened(tx, accountId, clock.now());
  await emit(accountReopened(kept));
  await emit(profileChanged(kept));
}
