import { AuthService } from '@marquee/contracts/identity/v1/auth_pb';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write, writeWithoutTransaction } from '@marquee/service/use-case';
import { userNextMessage } from '../account/account-message.ts';
import { checkEmailChangeStatus } from '../account/check-email-change-status.ts';
import type { IdentityResources } from '../resources.ts';
import {
  chooseNextSession,
  setChallengeCookie,
  setNamedSessionCookie,
  setSessionCookie,
  withBrowser,
} from '../session/browser-metadata.ts';
import { signOut } from '../session/sign-out.ts';
import { emailStatusMessage, linkMessage, signedInMessage, startedMessage, verifiedMessage } from './auth-message.ts';
import { checkEmailVerification, checkEmailVerificationSchema, findMetChallenge } from './check-email-verification.ts';
import { confirmLink, confirmLinkSchema, findLink } from './confirm-link.ts';
import { inspectLink, inspectLinkSchema } from './inspect-link.ts';
import { prepareStart } from './prepare-start.ts';
import { requireResendable, resendChallenge, resendChallengeSchema } from './resend-challenge.ts';
import { startCreateAccount, startCreateAccountSchema } from './start-create-account.ts';
import { startLaunchSignIn, startLaunchSignInSchema } from './start-launch-sign-in.ts';
import { startSignIn, startSignInSchema } from './start-sign-in.ts';
import { requireVerifiable, verifyCode, verifyCodeSchema } from './verify-code.ts';

const start = { from: withBrowser, before: prepareStart, repeatsBefore: true, after: setChallengeCookie };
const code = { from: withBrowser, before: requireVerifiable, repeatsBefore: true, after: setNamedSessionCookie };

/** Sign-in, account creation and sign-out, as pages call them. */
export const authRpc = rpc<IdentityResources>()(AuthService, {
  startSignIn: write(startSignInSchema, startSignIn, startedMessage, start),
  startCreateAccount: write(startCreateAccountSchema, startCreateAccount, startedMessage, start),
  startLaunchSignIn: write(startLaunchSignInSchema, startLaunchSignIn, startedMessage, start),
  resendChallenge: write(resendChallengeSchema, resendChallenge, startedMessage, {
    from: withBrowser,
    before: requireResendable,
    repeatsBefore: true,
  }),
  checkEmailVerification: write(checkEmailVerificationSchema, checkEmailVerification, verifiedMessage, {
    from: withBrowser,
    before: findMetChallenge,
    after: setSessionCookie,
  }),
  verifyCode: write(verifyCodeSchema, verifyCode, userNextMessage, code),
  verifyPhoneCode: write(verifyCodeSchema, verifyCode, userNextMessage, code),
  inspectLink: writeWithoutTransaction(inspectLinkSchema, inspectLink, linkMessage, { from: withBrowser }),
  confirmLink: write(confirmLinkSchema, confirmLink, signedInMessage, {
    from: withBrowser,
    before: findLink,
    after: setSessionCookie,
  }),
  signOut: write(noInput, signOut, () => ({}), { after: chooseNextSession }),
  checkEmailChangeStatus: read(noInput, checkEmailChangeStatus, emailStatusMessage),
});
