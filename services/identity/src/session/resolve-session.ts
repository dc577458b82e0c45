import type { AccountType, ConsumerType, Role } from '@marquee/runtime/viewer';
import { issueViewerToken } from '@marquee/runtime/viewer-token';
import type { Account } from '../../gen/prisma/client.ts';
import type { IdentityResources } from '../resources.ts';

type ResolvedSession = { viewerToken: string; tokenExpiresAt: Date; accountId: string; sessionId: string };

const SEEN_EVERY_MS = 10 * 60_000;

/** A viewer token for a session cookie; nothing when the session is unknown, over, or its account suspended. */
export async function resolveSession(
  resources: IdentityResources,
  input: { sessionToken: string },
): Promise<ResolvedSession | undefined> {
  const { prisma, clock, secrets, viewerKey, staffWithoutPasskey } = resources;
  if (input.sessionToken === '') return undefined;
  const tokenHash = Uint8Array.from(secrets.sessionHash(input.sessionToken));
  const session = await prisma.session.findUnique({ where: { tokenHash }, include: { account: true } });
  const now = clock.now();
  if (!session || session.endedAt || session.expiresAt <= now) return undefined;
  const { account } = session;
  if (account.suspendedAt || (account.roles.length > 0 && !staffWithoutPasskey)) return undefined;

  if (now.getTime() - session.lastSeenAt.getTime() > SEEN_EVERY_MS) {
    await prisma.session.updateMany({ where: { id: session.id }, data: { lastSeenAt: now } });
  }
  const { token, expiresAt } = issueViewerToken(viewerKey, viewerOf(account, session.id), now);
  return { viewerToken: token, tokenExpiresAt: expiresAt, accountId: account.id, sessionId: session.id };
}

function viewerOf(account: Account, sessionId: string) {
  return {
    accountId: account.id,
    sessionId,
    roles: account.roles as Role[],
    consumerType: (account.consumerType ?? 'UNSPECIFIED') as ConsumerType,
    accountType: (account.accountType ?? 'UNSPECIFIED') as AccountType,
    talents: account.talents,
    onboarding: account.isOnboarding,
    // Organizations are the festival service's: until it tells identity who directs one, nobody does.
    isDirector: false,
  };
}
