import { existing } from '@marquee/data/existing';
import { newId } from '@marquee/data/ids';
import { isTypedAddress, OWN_DATA_LIMITS } from '@marquee/rules/own-data';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { accountNotFound } from '../account/account-errors.ts';
import { profileChanged } from '../account/account-events.ts';
import * as accounts from '../account/accounts.ts';
import type { IdentityWrite } from '../resources.ts';
import { endSessions } from '../session/end-sessions.ts';
import * as accountClosings from './account-closings.ts';
import { lastAdmin, typedWrong } from './own-data-errors.ts';
import { accountClosing } from './own-data-events.ts';

export const closeOwnAccountSchema = z.object({ typed: z.string().max(OWN_DATA_LIMITS.typedCharactersMax) });

/** Closes the viewer's account: hidden and signed out everywhere at once, anonymised when it cannot be kept any more [SET-05]. */
export async function closeOwnAccount(
  write: IdentityWrite,
  { accountId }: AccountViewer,
  { typed }: z.output<typeof closeOwnAccountSchema>,
): Promise<accountClosings.AccountClosing> {
  const { tx, clock, emit } = write;
  const account = await accounts.lock(tx, accountId);
  if (!account) throw accountNotFound();
  const { email, signInPhone } = account;
  if (!isTypedAddress(typed, { email, phone: signInPhone })) throw typedWrong(typedOf(account));
  if (account.roles.includes('ADMIN') && !(await accounts.lockOtherAdmins(tx, accountId))) throw lastAdmin();

  if (!account.closingAt) {
    const now = clock.now();
    const closingId = newId();
    const keepUntil = new Date(now.getTime() + OWN_DATA_LIMITS.keepMs);
    await accountClosings.insert(tx, { id: closingId, accountId, requestedAt: now, keepUntil });
    const closing = await accounts.setClosing(tx, accountId, now);
    await emit(accountClosing(closing, closingId));
    await emit(profileChanged(closing));
    await endSessions(write, accountId);
  }
  return existing(await accountClosings.ofAccount(tx, accountId), 'the closing of a closing account');
}

/** What has to be typed to close an account. */
export function typedOf({ email }: Pick<accounts.Account, 'email'>): 'EMAIL' | 'PHONE' {
  return email ? 'EMAIL' : 'PHONE';
}
