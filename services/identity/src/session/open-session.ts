import { newId } from '@marquee/data/ids';
import type { Account } from '../account/accounts.ts';
import * as accounts from '../account/accounts.ts';
import type { IdentityWrite } from '../resources.ts';
import { signedIn } from './session-events.ts';
import * as sessions from './sessions.ts';

const SESSION_LIFE_MS = 90 * 24 * 60 * 60_000;

type Opening = Pick<sessions.NewSession, 'device' | 'place' | 'ip' | 'passkeyAt'> & {
  sessionToken: string;
  /** The person has shown that they read the account's mail. */
  provedEmail: boolean;
};

/** Opens a session of an account, whose row the caller holds. */
export async function openSession(
  { tx, emit, clock, secrets }: Pick<IdentityWrite, 'tx' | 'emit' | 'clock' | 'secrets'>,
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
  await sessions.insert(tx, session);
  await emit(signedIn(session));
  return { id: session.id, account: await accounts.setSignedIn(tx, account.id, provedEmail, now) };
}
