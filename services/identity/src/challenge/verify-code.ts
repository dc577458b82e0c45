import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import { normalizeEmail } from '@marquee/rules/email';
import { withPlus } from '@marquee/rules/phone';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import { codeInvalid, sessionExpired } from './challenge-errors.ts';
import { sameBytes } from './challenge-secrets.ts';
import type { Challenge } from './challenges.ts';
import * as challenges from './challenges.ts';
import { type InvitationTarget, invitationOf } from './invitation-target.ts';
import { findOwnChallenge, isOpen } from './own-challenge.ts';
import { type SignedIn, signInBrowser } from './sign-in-browser.ts';
import { limitCodes, limitVerifying } from './sign-in-limits.ts';

/** What VerifyCode and VerifyPhoneCode send, each its part. */
export const verifyCodeSchema = z.object({
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

export type ProvenCode = { browser: Browser; challenge: Challenge; invitation: InvitationTarget | undefined };

/**
 * Compares the code with the challenge of this browser: 5 tries, 10 minutes [AUT-08 AUT-19]. It has a transaction of
 * its own, so that a wrong try stays counted when the call is refused.
 */
export async function proveCode(
  resources: IdentityResources,
  browser: Browser,
  input: VerifyCode,
): Promise<ProvenCode> {
  const { db, secrets, clock } = resources;
  await limitVerifying(resources, browser);
  const own = await findOwnChallenge(resources, browser, input);
  if (!own || !isAbout(own, input)) throw sessionExpired();
  await limitCodes(resources, own.phone || own.email);

  const outcome = await db.transaction(async (tx) => {
    const challenge = await challenges.lock(tx, own.id);
    if (!challenge || challenge.endedAt) return 'EXPIRED';
    if (!isOpen(challenge, clock.now()) || challenge.tries >= CHALLENGE_LIMITS.codeTriesMax) return 'INVALID';
    if (challenge.channel === 'PHONE' && sameBytes(secrets.codeHash(challenge.id, input.code), challenge.secretHash)) {
      return challenge;
    }
    await challenges.countTry(tx, challenge.id);
    return 'INVALID';
  });
  if (outcome === 'EXPIRED') throw sessionExpired();
  if (outcome === 'INVALID') throw codeInvalid();
  return { browser, challenge: outcome, invitation: await invitationOf(resources, outcome) };
}

/** Signs in the browser whose code was proven, unless the code was replaced in between. */
export async function verifyCode(
  write: IdentityWrite,
  _viewer: Viewer,
  { addNewAccount }: VerifyCode,
  { browser, challenge: proven, invitation }: ProvenCode,
): Promise<SignedIn> {
  const challenge = await challenges.lock(write.tx, proven.id);
  if (!challenge || challenge.endedAt) throw sessionExpired();
  if (challenge.generation !== proven.generation) throw codeInvalid();
  const intent = { ...challenge.intent, addNewAccount: challenge.intent.addNewAccount || addNewAccount };
  return signInBrowser(write, browser, { ...challenge, intent }, invitation);
}

// The screen names the address that it verifies: a code typed on the wrong screen is not counted.
function isAbout(challenge: Challenge, { phoneNumber, email }: VerifyCode): boolean {
  if (phoneNumber !== '' && phoneNumber !== challenge.phone) return false;
  return email === '' || email === challenge.email;
}
