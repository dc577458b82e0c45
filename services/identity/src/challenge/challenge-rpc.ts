import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { UserSchema } from '@marquee/contracts/identity/v1/account_pb';
import {
  AuthService,
  ChallengeChannel,
  type ChallengeSchema,
  EmailChangeState,
} from '@marquee/contracts/identity/v1/auth_pb';
import { type CallContext, implement } from '@marquee/runtime/rpc/implement';
import { metadataNames } from '@marquee/runtime/rpc/metadata';
import { requireAccount } from '@marquee/runtime/viewer';
import { userMessage } from '../account/account-messages.ts';
import { emailChangeStatus } from '../account/email-change-status.ts';
import type { IdentityResources } from '../resources.ts';
import { browserOf } from '../session/browser-of-call.ts';
import { signOut } from '../session/sign-out.ts';
import type { Challenge } from './challenge-store.ts';
import { checkEmailVerification } from './check-email-verification.ts';
import { confirmLink } from './confirm-link.ts';
import type { StartedChallenge } from './issue-challenge.ts';
import { inspectLink, maskedAddress } from './link-challenge.ts';
import type { SignedIn } from './meet-challenge.ts';
import { nextOf } from './next-of.ts';
import { resendChallenge } from './resend-challenge.ts';
import { startCreateAccount } from './start-create-account.ts';
import { startLaunchSignIn, startSignIn } from './start-sign-in.ts';
import { verifyCode } from './verify-code.ts';

type Reply = Omit<SignedIn, 'sessionToken'> & { sessionToken?: string };

/** Sign-in, account creation and sign-out, as pages call them. */
export function authService(resources: IdentityResources) {
  const started = (context: CallContext, { challenge, browserToken }: StartedChallenge) => {
    context.responseHeaders.set(metadataNames.challengeSet, browserToken);
    return { challenge: challengeMessage(resources, challenge) };
  };
  const signedIn = async (context: CallContext, result: Reply, addNewAccount = false) => {
    const next = await nextOf(resources, result, addNewAccount);
    if (result.sessionToken) context.responseHeaders.set(metadataNames.sessionSet, result.sessionToken);
    return { user: userMessage(result.account) satisfies MessageInitShape<typeof UserSchema>, next };
  };

  return implement(AuthService, {
    startSignIn: async (request, context) =>
      started(context, await startSignIn(resources, browserOf(context), request)),
    startCreateAccount: async (request, context) =>
      started(context, await startCreateAccount(resources, browserOf(context), request)),
    startLaunchSignIn: async (request, context) =>
      started(context, await startLaunchSignIn(resources, browserOf(context), request)),

    checkEmailVerification: async (request, context) => {
      const result = await checkEmailVerification(resources, browserOf(context), context.viewer, request);
      return result ? { verified: true, ...(await signedIn(context, result)) } : { verified: false };
    },
    resendChallenge: async (request, context) => {
      const challenge = await resendChallenge(resources, browserOf(context), request);
      return { challenge: challengeMessage(resources, challenge) };
    },
    verifyCode: async ({ addNewAccount, ...request }, context) => {
      const result = await verifyCode(resources, browserOf(context), { ...request, userId: '' });
      return signedIn(context, result, addNewAccount);
    },
    verifyPhoneCode: async ({ userId, code }, context) => {
      const input = { userId, code, session: '', phoneNumber: '', email: '' };
      return signedIn(context, await verifyCode(resources, browserOf(context), input));
    },

    inspectLink: async (request, context) => {
      const { challenge, sameBrowser } = await inspectLink(resources, browserOf(context), request);
      const { device, place, startedAt } = challenge;
      return {
        sameBrowser,
        device,
        place,
        startedAt: timestampFromDate(startedAt),
        account: maskedAddress(challenge),
        createsAccount: challenge.purpose === 'CREATE_ACCOUNT',
      };
    },
    confirmLink: async (request, context) => {
      const result = await confirmLink(resources, browserOf(context), request);
      return result ? signedIn(context, result) : {};
    },

    signOut: async (_request, context) => {
      await signOut(resources, requireAccount(context.viewer));
      context.responseHeaders.set(metadataNames.sessionClear, '1');
      return {};
    },
    checkEmailChangeStatus: async (_request, context) => {
      const { status, email } = await emailChangeStatus(resources, requireAccount(context.viewer));
      return { emailStatus: { status: EmailChangeState[status], email } };
    },
  });
}

const CHANNELS = { EMAIL: ChallengeChannel.EMAIL, PHONE: ChallengeChannel.PHONE } as const;

// What a waiting screen needs: never the code or the link's token.
function challengeMessage(
  { secrets }: IdentityResources,
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
