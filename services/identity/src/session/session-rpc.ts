import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ChallengeChannel, SessionService } from '@marquee/contracts/identity/v1/auth_pb';
import { implement } from '@marquee/runtime/rpc/implement';
import { reportBounce } from '../account/report-bounce.ts';
import { revealChallenge } from '../challenge/reveal-challenge.ts';
import type { IdentityResources } from '../resources.ts';
import { resolveSession } from './resolve-session.ts';

/** What the gateway and notification ask. */
export function sessionService(resources: IdentityResources) {
  return implement(SessionService, {
    resolveSession: async (request) => {
      const resolved = await resolveSession(resources, request);
      return resolved ? { ...resolved, tokenExpiresAt: timestampFromDate(resolved.tokenExpiresAt) } : {};
    },
    revealChallenge: async (request) => {
      const revealed = await revealChallenge(resources, request);
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
    },
    reportBounce: async (request) => {
      await reportBounce(resources, request);
      return {};
    },
  });
}
