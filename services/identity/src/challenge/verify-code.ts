import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import { normalizeEmail } from '@marquee/rules/email';
import { withPlus } from '@marquee/rules/phone';
import type { Viewer } from '@marquee/runtime/viewer';
import { Refused } from '@marquee/service/use-case';
import { z } from 'zod';
import { signInToVerify } from '../contact/contact-errors.ts';
import { meetContactChange } from '../contact/meet-contact-change.ts';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { withBrowserSchema } from '../session/browser.ts';
import type { OpenedSession } from '../session/browser-metadata.ts';
import { codeInvalid, codeReplaced, sessionExpired } from './challenge-errors.ts';
import { type ChallengeSecrets, sameBytes } from './challenge-secrets.ts';
import type { Challenge } from './challenges.ts';
import * as challenges from './challenges.ts';
import { type InvitationTarget, invitationOf } from './invitation-target.ts';
import { findOwnChallenge, isInTime, isOpen } from './own-challenge.ts';
import { type SignedIn, signInBrowser } from './sign-in-browser.ts';
import { limitVerifying } from './sign-in-limits.ts';

/** What VerifyCode and VerifyPhoneCode send, each its part. */
export const verifyCodeSchema = withBrowserSchema.extend({
  session: z.string().default(''),
  userId: z.string().default(''),
  phoneNumber: z.string().default('').transform(withPlus),
  email: z.string().default('').transform(normalizeEmail),
  code: z
    .string()
    .transform((text) => text.replace(/\s/g, ''))
    .pipe(z.string().min(1, ACCOUNT_MESSAGES.codeMissing)),
  addNewAccount: z.boolean().default(false),
});
type VerifyCode = z.output<typeof verifyCodeSchema>;

/** The challenge of a code, where its invitation leads, and the session that the right code opens. */
type Verifiable = Partial<OpenedSession> & { id: string; invitation: InvitationTarget | undefined };

/** The challenge of this browser that a code is tried for; counts the attempt [AUT-19]. */
export async function requireVerifiable(
  resources: IdentityResources,
  viewer: Viewer,
  input: VerifyCode,
): Promise<Verifiable> {
  const { browser } = input;
  const own = await findOwnChallenge(resources, browser, input);
  await limitVerifying(resources, browser, own);
  if (!own || !isAbout(own, input)) throw sessionExpired();
  if (challenges.changesContact(own)) {
    if (viewer.kind !== 'account' || viewer.accountId !== own.accountId) throw signInToVerify();
    return { id: own.id, invitation: undefined };
  }
  return {
    id: own.id,
    invitation: await invitationOf(resources, own),
    sessionToken: resources.secrets.sessionToken(own, browser.challengeToken),
    address: challenges.addressOf(own),
  };
}

/** Signs in the browser that types the right code: 5 tries, 10 minutes [AUT-08 AUT-19]. */
export async function verifyCode(
  write: IdentityWrite,
  _viewer: Viewer,
  { browser, code, addNewAccount }: VerifyCode,
  { id, invitation }: Verifiable,
): Promise<SignedIn | Refused> {
  const { tx, clock, secrets } = write;
  const challenge = await challenges.lock(tx, id);
  const now = clock.now();
  if (!challenge || !isOpen(challenge, now) || challenge.tries >= CHALLENGE_LIMITS.codeTriesMax) throw codeInvalid();
  const isRight = challenge.channel === 'PHONE' && sameBytes(secrets.codeHash(id, code), challenge.secretHash);
  if (!isRight || !isInTime(challenge, now)) {
    await challenges.countTry(tx, id);
    return new Refused(!isRight && isReplaced(secrets, challenge, code) ? codeReplaced() : codeInvalid());
  }
  if (challenges.changesContact(challenge)) return meetContactChange(write, challenge);
  const intent = { ...challenge.intent, addNewAccount: challenge.intent.addNewAccount || addNewAccount };
  return signInBrowser(write, browser, { ...challenge, intent }, invitation);
}

// Says nothing about the newest code: those before are derived from their own generations.
function isReplaced(secrets: ChallengeSecrets, { id, channel, generation }: Challenge, code: string): boolean {
  const before = Array.from({ length: generation - 1 }, (_, index) => secrets.code({ id, generation: index + 1 }));
  return channel === 'PHONE' && before.includes(code);
}

// The screen names the address that it verifies: a code typed on the wrong screen is not counted.
function isAbout(challenge: Challenge, { phoneNumber, email }: VerifyCode): boolean {
  if (phoneNumber !== '' && phoneNumber !== challenge.phone) return false;
  return email === '' || email === challenge.email;
}
