import { Refused } from '@marquee/service/use-case';
import type { Account } from '../account/accounts.ts';
import * as accounts from '../account/accounts.ts';
import * as emailChanges from '../account/email-changes.ts';
import type { Challenge } from '../challenge/challenges.ts';
import * as challenges from '../challenge/challenges.ts';
import type { IdentityWrite } from '../resources.ts';
import * as sessions from '../session/sessions.ts';
import { changeExpired, contactInUse } from './contact-errors.ts';
import { setContact } from './set-contact.ts';

/** Where somebody goes whose email or phone number was changed [AUT-14]. */
const NEXT = '/settings/account';

/**
 * Gives an account the address that was proven; the caller holds the challenge's row. Nobody is signed in by it, and it is
 * worth nothing once the session that asked for it has ended. Meeting twice changes nothing [AUT-14].
 */
export async function meetContactChange(
  write: IdentityWrite,
  challenge: Challenge,
): Promise<{ account: Account; next: string } | Refused> {
  const { tx, clock } = write;
  const { id, channel, accountId, sessionId, expiresAt } = challenge;
  const now = clock.now();
  const account = accountId ? await accounts.lock(tx, accountId) : undefined;
  const session = sessionId ? await sessions.get(tx, sessionId) : undefined;
  if (!account || !session || session.endedAt || session.expiresAt <= now) throw changeExpired();
  if (challenge.metAt) return { account, next: NEXT };

  const address = challenges.addressOf(challenge);
  const owner = channel === 'EMAIL' ? await accounts.idByEmail(tx, address) : await accounts.idByPhone(tx, address);
  if (owner && owner !== account.id) {
    await challenges.end(tx, id, now);
    return new Refused(contactInUse(channel));
  }
  const changed = await setContact(write, account, channel, address, challenge);
  await challenges.setMet(tx, id, account.id, now, expiresAt);
  if (channel === 'EMAIL') await emailChanges.setConfirmed(tx, id, now);
  return { account: changed, next: NEXT };
}
