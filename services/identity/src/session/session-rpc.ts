import { SessionService } from '@marquee/contracts/identity/v1/session_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { reportBounce, reportBounceSchema } from '../account/report-bounce.ts';
import { revealChallenge, revealChallengeSchema } from '../challenge/reveal-challenge.ts';
import type { IdentityResources } from '../resources.ts';
import { resolveSession, resolveSessionSchema, resolveSessions, resolveSessionsSchema } from './resolve-sessions.ts';
import { resolvedMessage, revealedMessage } from './session-message.ts';

/** What the gateway and notification ask. */
export const sessionRpc = rpc<IdentityResources>()(SessionService, {
  resolveSessions: read(resolveSessionsSchema, resolveSessions, (resolved) => ({
    sessions: resolved.map(resolvedMessage),
  })),
  resolveSession: read(resolveSessionSchema, resolveSession, resolvedMessage),
  revealChallenge: read(revealChallengeSchema, revealChallenge, revealedMessage),
  reportBounce: write(reportBounceSchema, reportBounce, () => ({})),
});
