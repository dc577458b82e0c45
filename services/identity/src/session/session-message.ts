import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ChallengeChannel } from '@marquee/contracts/identity/v1/auth_pb';
import type { RevealedChallenge } from '../challenge/reveal-challenge.ts';
import type { ResolvedSession } from './resolve-sessions.ts';

export function resolvedMessage(resolved: ResolvedSession | undefined) {
  return resolved ? { ...resolved, tokenExpiresAt: timestampFromDate(resolved.tokenExpiresAt) } : {};
}

export function revealedMessage(revealed: RevealedChallenge | undefined) {
  if (!revealed) return { ended: true };
  const { challenge, linkToken, code, firstName, language } = revealed;
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
    language,
    accountId: challenge.accountId ?? '',
  };
}
