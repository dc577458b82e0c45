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

/** As many as are read and signed without a wait that others notice. */
const TOKENS_MAX = 100;

export const resolveSessionsSchema = z.object({ sessionTokens: z.array(z.string()).min(1).max(TOKENS_MAX) });

/** Viewer tokens for session cookies, in their order; undefined where a session is unknown, over, or its account suspended. */
export async function resolveSessions(
  resources: IdentityResources,
  _viewer: Viewer,
  { sessionTokens }: z.output<typeof resolveSessionsSchema>,
): Promise<(ResolvedSession | undefined)[]> {
  const { db, secrets } = resources;
  const found = await sessions.ofTokens(db, sessionTokens.map(secrets.sessionHash));
  return found.map((session) => session && resolved(resources, session));
}

export const resolveSessionSchema = z.object({ sessionToken: z.string() });

/** The same of one, for gateways of the release before. */
export async function resolveSession(
  resources: IdentityResources,
  viewer: Viewer,
  { sessionToken }: z.output<typeof resolveSessionSchema>,
): Promise<ResolvedSession | undefined> {
  const [session] = await resolveSessions(resources, viewer, { sessionTokens: [sessionToken] });
  return session;
}

function resolved({ clock, config, seen }: IdentityResources, session: sessions.SessionOfToken) {
  const now = clock.now();
  if (!isUsable(session, now, config)) return undefined;
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
