import { newId } from '@marquee/data/ids';
import { SIGNED_IN_DAYS } from '@marquee/rules/contact';
import type { Account } from '../account/accounts.ts';
import * as accounts from '../account/accounts.ts';
import type { IdentityWrite } from '../resources.ts';
import type { Browser } from './browser.ts';
import { signedIn } from './session-events.ts';
import * as sessions from './sessions.ts';

const SESSION_LIFE_MS = SIGNED_IN_DAYS * 24 * 60 * 60_000;

type Opening = Pick<sessions.NewSession, 'device' | 'place' | 'ip' | 'passkeyAt'> & {
  sessionToken: string;
  /** The person has shown that they read the account's mail. */
  provedEmail: boolean;
};

/**
 * Opens a session of an account, whose row the caller holds. The one that the browser has of it already gets the new token
 * instead: nobody could sign out of it any more, and a copy of its cookie would stay good [AUT-13].
 */
export async function openSession(
  { tx, emit, clock, secrets }: Pick<IdentityWrite, 'tx' | 'emit' | 'clock' | 'secrets'>,
  { sessionTokens }: Pick<Browser, 'sessionTokens'>,
  account: Account,
  { sessionToken, provedEmail, ...opening }: Opening,
): Promise<{ id: string; account: Account }> {
  const now = clock.now();
  const session = {
    ...opening,
    id: newId(),
    accountId: account.id,
    tokenHash: secrets.sessionHash(sessionToken),
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_LIFE_MS),
  };
  const hashes = sessionTokens.map((token) => secrets.sessionHash(token));
  const renewed = hashes.length > 0 ? await sessions.renew(tx, hashes, session) : undefined;
  if (!renewed) await sessions.insert(tx, session);
  const { id } = renewed ?? session;
  await emit(signedIn({ id, accountId: account.id }));
  return { id, account: await accounts.setSignedIn(tx, account.id, provedEmail, now) };
}
