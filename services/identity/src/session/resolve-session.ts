import { hasDirectorTalent } from '@marquee/rules/talents';
import type { AccountType, ConsumerType, Role, Viewer } from '@marquee/runtime/viewer';
import { issueViewerToken } from '@marquee/runtime/viewer-token';
import { z } from 'zod';
import type { IdentityResources } from '../resources.ts';
import * as sessions from './sessions.ts';
import { isUsable } from './sessions-here.ts';

export type ResolvedSession = {
  viewerToken: string;
  tokenExpiresAt: Date;
  accountId: string;
  sessionId: string;
  hasBlocks: boolean;
};

export const resolveSessionSchema = z.object({ sessionToken: z.string() });

/** A viewer token for a session cookie; undefined when the session is unknown, over, or its account suspended. */
export async function resolveSession(
  resources: IdentityResources,
  _viewer: Viewer,
  { sessionToken }: z.output<typeof resolveSessionSchema>,
): Promise<ResolvedSession | undefined> {
  const { db, clock, secrets, config, seen } = resources;
  const session = await sessions.findByToken(db, secrets.sessionHash(sessionToken));
  const now = clock.now();
  if (!session || !isUsable(session, now, config)) return undefined;
  const { account, hasBlocks } = session;
  seen.note(session, now);
  // Where staff need no passkey, they are not asked for one again.
  const steppedUpAt = session.passkeyAt ?? (config.ALLOW_STAFF_WITHOUT_PASSKEY ? now : undefined);
  const viewer = { ...viewerOf(account, session.id), ...(steppedUpAt && { steppedUpAt }) };
  const { token, expiresAt } = issueViewerToken(config.VIEWER_SIGNING_KEY, viewer, now);
  return { viewerToken: token, tokenExpiresAt: expiresAt, accountId: account.id, sessionId: session.id, hasBlocks };
}

function viewerOf(account: sessions.SessionOfToken['account'], sessionId: string) {
  return {
    accountId: account.id,
    sessionId,
    // Who closes an account acts for nobody else any more.
    roles: account.closingAt ? [] : (account.roles as Role[]),
    consumerType: (account.consumerType ?? 'UNSPECIFIED') as ConsumerType,
    accountType: (account.accountType ?? 'UNSPECIFIED') as AccountType,
    talents: account.talents,
    onboarding: account.isOnboarding,
    ...(account.subscriptionType !== 'NONE' && { plan: account.subscriptionType }),
    directs: hasDirectorTalent(account.talents),
    ...(account.closingAt && { closing: true }),
  };
}
