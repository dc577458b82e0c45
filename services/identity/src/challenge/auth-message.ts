import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  ChallengeChannel,
  type ChallengeSchema,
  EmailChangeState,
  LinkPurpose,
} from '@marquee/contracts/identity/v1/auth_pb';
import { userNextMessage } from '../account/account-message.ts';
import type { EmailChangeStatus } from '../account/check-email-change-status.ts';
import type { IdentityResources } from '../resources.ts';
import type { Challenge } from './challenges.ts';
import { areResendsUsedUp, resendAfterS } from './resend-challenge.ts';
import type { SignedIn } from './sign-in-browser.ts';

const CHANNELS = { EMAIL: ChallengeChannel.EMAIL, PHONE: ChallengeChannel.PHONE } as const;

type Answering = Pick<IdentityResources, 'secrets' | 'clock' | 'config'>;

/** What a waiting screen needs: never the code or the link's token. */
function challengeMessage(resources: Answering, challenge: Challenge): MessageInitShape<typeof ChallengeSchema> {
  return {
    session: challenge.id,
    username: challenge.channel === 'EMAIL' ? challenge.email : challenge.phone,
    userId: challenge.userId,
    channel: CHANNELS[challenge.channel],
    digits: challenge.channel === 'EMAIL' ? resources.secrets.digits(challenge) : '',
    expiresAt: timestampFromDate(challenge.expiresAt),
    resendAfterS: resendAfterS(challenge, resources),
    resendsUsedUp: areResendsUsedUp(challenge),
  };
}

/** The answer to a browser that started a challenge or had it sent again. */
export function startedMessage(challenge: Challenge, { resources }: { resources: Answering }) {
  return { challenge: challengeMessage(resources, challenge) };
}

/** Empty where no browser is signed in by it. */
export const signedInMessage = (result: SignedIn | undefined) => (result ? userNextMessage(result) : {});

/** Whether the link was used, with the person and where they go once it was. */
export function verifiedMessage(result: SignedIn | undefined) {
  return { verified: result !== undefined, ...signedInMessage(result) };
}

export function emailStatusMessage({ status, email }: EmailChangeStatus) {
  return { emailStatus: { status: EmailChangeState[status], email } };
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
    purpose: LINK_PURPOSES[purpose],
  };
}

const LINK_PURPOSES = {
  SIGN_IN: LinkPurpose.SIGN_IN,
  CREATE_ACCOUNT: LinkPurpose.CREATE_ACCOUNT,
  CHANGE_EMAIL: LinkPurpose.CHANGE_EMAIL,
  // Codes are typed; there is no link of them.
  CHANGE_PHONE: LinkPurpose.UNSPECIFIED,
  UNDO_EMAIL: LinkPurpose.UNDO_EMAIL,
  UNDO_PHONE: LinkPurpose.UNDO_PHONE,
  // Notices have no link that could be inspected.
  PASSKEY_ADDED: LinkPurpose.UNSPECIFIED,
  PASSKEY_REMOVED: LinkPurpose.UNSPECIFIED,
  INVITED: LinkPurpose.UNSPECIFIED,
} as const;

/** An address that its owner recognises and nobody else can read. */
function maskedAddress({ channel, email, phone }: Challenge): string {
  return channel === 'EMAIL' ? `${email.slice(0, 1)}…${email.slice(email.indexOf('@'))}` : `…${phone.slice(-2)}`;
}
