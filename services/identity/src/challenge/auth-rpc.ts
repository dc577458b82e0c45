import type {
  StartCreateAccountRequest,
  StartSignInRequest,
  VerifyCodeRequest,
} from '@marquee/contracts/identity/v1/auth_pb';
import { AuthService, EmailChangeState } from '@marquee/contracts/identity/v1/auth_pb';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { dialCodeOf } from '@marquee/rules/countries';
import { normalizePhone } from '@marquee/rules/phone';
import { signalRevocation } from '@marquee/runtime/revocations';
import type { CallContext } from '@marquee/runtime/rpc/implement';
import { metadataNames } from '@marquee/runtime/rpc/metadata';
import { requireAccount, type Viewer } from '@marquee/runtime/viewer';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { z } from 'zod';
import { emailChangeStatus } from '../account/email-change-status.ts';
import type { IdentityResources } from '../resources.ts';
import { browserOf } from '../session/browser-of-call.ts';
import { signOut } from '../session/sign-out.ts';
import { linkMessage, signedInMessage, startedMessage } from './auth-messages.ts';
import { checkEmailVerification } from './check-email-verification.ts';
import { confirmLink, confirmLinkSchema, proveLink } from './confirm-link.ts';
import { inspectLink } from './inspect-link.ts';
import type { StartingBrowser } from './issue-challenge.ts';
import { requireResendable, resendChallenge, resendChallengeSchema } from './resend-challenge.ts';
import type { SignedIn } from './sign-in-browser.ts';
import { limitSending } from './sign-in-limits.ts';
import { startCreateAccount, startCreateAccountSchema } from './start-create-account.ts';
import { startLaunchSignIn, startLaunchSignInSchema } from './start-launch-sign-in.ts';
import { startSignIn, startSignInSchema } from './start-sign-in.ts';
import { type ProvenCode, proveCode, verifyCode, verifyCodeSchema } from './verify-code.ts';

/** Sign-in, account creation and sign-out, as pages call them. */
export const authRpc = rpc<IdentityResources>()(AuthService, {
  startSignIn: write(withRequestId(startSignInSchema), startSignIn, startedMessage, {
    from: (request: StartSignInRequest) => ({ ...request, phoneNumber: normalizePhone(request.phoneNumber) }),
    before: (resources, _viewer, input, context) =>
      startingBrowser(resources, context, input, input.email || input.phoneNumber),
    repeatsBefore: true,
    after: setChallengeCookie,
  }),
  startCreateAccount: write(withRequestId(startCreateAccountSchema), startCreateAccount, startedMessage, {
    from: (request: StartCreateAccountRequest) => ({
      ...request,
      phoneNumber: normalizePhone(request.phoneNumber, dialCodeOf(request.country)),
    }),
    before: (resources, _viewer, input, context) =>
      startingBrowser(resources, context, input, input.email || input.phoneNumber),
    repeatsBefore: true,
    after: setChallengeCookie,
  }),
  startLaunchSignIn: write(withRequestId(startLaunchSignInSchema), startLaunchSignIn, startedMessage, {
    before: (resources, _viewer, input, context) => startingBrowser(resources, context, input, input.email),
    repeatsBefore: true,
    after: setChallengeCookie,
  }),
  resendChallenge: write(resendChallengeSchema, resendChallenge, startedMessage, {
    before: (resources, _viewer, input, context) => requireResendable(resources, browserOf(context), input),
    repeatsBefore: true,
  }),

  // Polled by every waiting screen: it begins a transaction only once the link was used.
  checkEmailVerification: async (request, context, resources) => {
    const result = await checkEmailVerification(resources, browserOf(context), context.viewer, request);
    setSessionCookie(context, result);
    return result ? { verified: true, ...signedInMessage(result) } : { verified: false };
  },
  verifyCode: write(verifyCodeSchema, verifyCode, signedInMessage, {
    from: (request: VerifyCodeRequest) => request,
    before: proveCodeOfCall,
    repeatsBefore: true,
    after: setProvenSessionCookie,
  }),
  verifyPhoneCode: write(verifyCodeSchema, verifyCode, signedInMessage, {
    before: proveCodeOfCall,
    repeatsBefore: true,
    after: setProvenSessionCookie,
  }),

  inspectLink: async (request, context, resources) =>
    linkMessage(await inspectLink(resources, browserOf(context), request)),
  confirmLink: write(confirmLinkSchema, confirmLink, (result) => (result ? signedInMessage(result) : {}), {
    before: (resources, _viewer, input, context) => proveLink(resources, browserOf(context), input),
    after: (_resources, result, context) => setSessionCookie(context, result),
  }),

  signOut: write(z.object({}), signOut, () => ({}), {
    after: ({ signals, clock }, _result, { viewer, responseHeaders }) => {
      signalRevocation(signals, { sessionId: requireAccount(viewer).sessionId }, clock.now());
      responseHeaders.set(metadataNames.sessionClear, '1');
    },
  }),
  checkEmailChangeStatus: read(z.object({}), emailChangeStatus, ({ status, email }) => ({
    emailStatus: { status: EmailChangeState[status], email },
  })),
});

// The challenge cookie is derived from the request id, so it must not be guessed.
function withRequestId<S extends z.ZodType>(schema: S) {
  return schema.and(z.object({ requestId: z.uuid(ACCOUNT_MESSAGES.signInFailed) }));
}

/** The browser that asks for a message to this address; counts the message [AUT-19]. */
async function startingBrowser(
  resources: IdentityResources,
  context: CallContext,
  { requestId }: { requestId: string },
  target: string,
): Promise<StartingBrowser> {
  const browser = browserOf(context);
  await limitSending(resources, browser, target);
  return { ...browser, browserToken: resources.secrets.browserToken(requestId) };
}

/** Also with the answer to a repeated request: the cookie may have been lost with the first. */
function setChallengeCookie(
  _resources: IdentityResources,
  _result: unknown,
  { responseHeaders }: CallContext,
  { browserToken }: StartingBrowser,
): void {
  responseHeaders.set(metadataNames.challengeSet, browserToken);
}

function proveCodeOfCall(
  resources: IdentityResources,
  _viewer: Viewer,
  input: z.output<typeof verifyCodeSchema>,
  context: CallContext,
): Promise<ProvenCode> {
  return proveCode(resources, browserOf(context), input);
}

// Also with the answer to a repeated request, as the challenge cookie.
function setProvenSessionCookie(
  { secrets }: IdentityResources,
  _result: unknown,
  context: CallContext,
  { browser, challenge }: ProvenCode,
): void {
  setSessionCookie(context, { sessionToken: secrets.sessionToken(challenge, browser.challengeToken) });
}

function setSessionCookie({ responseHeaders }: CallContext, result: Pick<SignedIn, 'sessionToken'> | undefined): void {
  if (result?.sessionToken) responseHeaders.set(metadataNames.sessionSet, result.sessionToken);
}
