import { BROWSER_ACCOUNT_MESSAGES, BROWSER_ACCOUNTS_MAX } from '@marquee/rules/contact';
import { DomainError } from '@marquee/runtime/errors';
import type { IdentityResources } from '../resources.ts';
import type { Browser } from './browser.ts';
import * as sessions from './sessions.ts';

export type SessionHere = sessions.SessionOfAccount & { token: string };

type Resources = Pick<IdentityResources, 'prisma' | 'secrets' | 'clock' | 'config'>;

/**
 * The sessions of a browser that still run, in the order of its tokens; one for each account, the first of them. What has
 * ended, or belongs to a suspended account, is left out [AUT-13].
 */
export async function sessionsHere(
  { prisma, secrets, clock, config }: Resources,
  tokens: readonly string[],
): Promise<SessionHere[]> {
  if (tokens.length === 0) return [];
  const hashes = tokens.map((token) => secrets.sessionHash(token));
  const found = await sessions.findByTokens(prisma, hashes);
  const now = clock.now();
  const here = new Map<string, SessionHere>();
  tokens.forEach((token, index) => {
    const session = found.find(({ tokenHash }) => hashes[index]?.equals(tokenHash));
    if (!session || !isUsable(session, now, config) || here.has(session.accountId)) return;
    here.set(session.accountId, { ...session, token });
  });
  return [...here.values()];
}

/** Whether a session lets its account in: it runs, the account is not suspended, and staff have met a passkey. */
export function isUsable(
  { account, endedAt, expiresAt, passkeyAt }: Omit<sessions.SessionOfToken, 'hasBlocks'>,
  now: Date,
  { ALLOW_STAFF_WITHOUT_PASSKEY }: Pick<IdentityResources['config'], 'ALLOW_STAFF_WITHOUT_PASSKEY'>,
): boolean {
  if (endedAt || expiresAt <= now || account.suspendedAt) return false;
  return account.roles.length === 0 || passkeyAt !== null || ALLOW_STAFF_WITHOUT_PASSKEY;
}

/** A browser has at most 5 accounts: another one is refused before anything is sent. @throws DomainError */
export async function requireRoom(resources: Resources, { sessionTokens }: Browser): Promise<void> {
  const here = await sessionsHere(resources, sessionTokens);
  if (here.length < BROWSER_ACCOUNTS_MAX) return;
  throw new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'BROWSER_ACCOUNTS_FULL',
    message: BROWSER_ACCOUNT_MESSAGES.full,
  });
}
