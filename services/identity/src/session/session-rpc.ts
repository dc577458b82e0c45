import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ChallengeChannel, SessionService } from '@marquee/contracts/identity/v1/auth_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { reportBounce, reportBounceSchema } from '../account/report-bounce.ts';
import { type RevealedChallenge, revealChallenge, revealChallengeSchema } from '../challenge/reveal-challenge.ts';
import type { IdentityResources } from '../resources.ts';
import { type ResolvedSession, resolveSession, resolveSessionSchema } from './resolve-session.ts';

/** What the gateway and notification ask. */
export const sessionRpc = rpc<IdentityResources>()(SessionService, {
  resolveSession: read(resolveSessionSchema, resolveSession, resolvedMessage),
  revealChallenge: read(revealChallengeSchema, revealChallenge, revealedMessage),
  reportBounce: write(reportBounceSchema, reportBounce, () => ({})),
});

function resolvedMessage(resolved: ResolvedSession | undefined) {
  return resolved ? { ...resolved, tokenExpiresAt: timestampFromDate(resolved.tokenExpiresAt) } : {};
}

function revealedMessage(revealed: RevealedChallenge | undefined) {
  if (!revealed) return { ended: true };
  const { challenge, linkToken, code, firstName } = revealed;
  return {
    channel: ChallengeChannel[challenge.channel],
    email: challenge.channel === 'EMAIL' ? challenge.email : '',
    phoneNumber: challenge.channel === 'PHONE' ? challenge.phone : '',
    linkToken,
    code,
    firstName,
    createsAccount: challenge.purpose === 'CREATE_ACCOUNT',
    device: challenge.device,
    place: challenge.place,
    startedAt: timestampFromDate(challenge.startedAt),
    expiresAt: timestampFromDate(challenge.expiresAt),
    purpose: challenge.purpose,
  };
}
