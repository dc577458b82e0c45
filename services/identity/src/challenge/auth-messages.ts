import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ChallengeChannel, type ChallengeSchema } from '@marquee/contracts/identity/v1/auth_pb';
import { userMessage } from '../account/account-messages.ts';
import type { IdentityResources } from '../resources.ts';
import type { Challenge } from './challenges.ts';
import type { SignedIn } from './sign-in-browser.ts';

const CHANNELS = { EMAIL: ChallengeChannel.EMAIL, PHONE: ChallengeChannel.PHONE } as const;

/** What a waiting screen needs: never the code or the link's token. */
function challengeMessage(
  { secrets }: Pick<IdentityResources, 'secrets'>,
  challenge: Challenge,
): MessageInitShape<typeof ChallengeSchema> {
  return {
    session: challenge.id,
    username: challenge.channel === 'EMAIL' ? challenge.email : challenge.phone,
    userId: challenge.userId,
    channel: CHANNELS[challenge.channel],
    digits: challenge.channel === 'EMAIL' ? secrets.digits(challenge) : '',
    expiresAt: timestampFromDate(challenge.expiresAt),
  };
}

/** What a browser that started a challenge, or had it sent again, goes on with. */
export function startedMessage(challenge: Challenge, { resources }: { resources: Pick<IdentityResources, 'secrets'> }) {
  return { challenge: challengeMessage(resources, challenge) };
}

/** The person, and where they go. */
export function signedInMessage({ account, next }: SignedIn) {
  return { user: userMessage(account), next };
}

/** What a person sees before confirming a link. */
export function linkMessage({ challenge, sameBrowser }: { challenge: Challenge; sameBrowser: boolean }) {
  const { device, place, startedAt, purpose } = challenge;
  return {
    sameBrowser,
    device,
    place,
    startedAt: timestampFromDate(startedAt),
    account: maskedAddress(challenge),
    createsAccount: purpose === 'CREATE_ACCOUNT',
  };
}

/** An address that its owner recognises and nobody else can read. */
function maskedAddress({ channel, email, phone }: Challenge): string {
  if (channel === 'PHONE') return `…${phone.slice(-2)}`;
  return `${email.slice(0, 1)}…${email.slice(email.indexOf('@'))}`;
}
