import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import { normalizeEmail } from '@marquee/rules/email';
import { withPlus } from '@marquee/rules/phone';
import type { IdentityResources } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import { codeInvalid, codeMissing, sessionExpired } from './challenge-errors.ts';
import { sameBytes } from './challenge-secrets.ts';
import { type Challenge, challengeStore } from './challenge-store.ts';
import { meetChallenge, openSession, type SignedIn } from './meet-challenge.ts';
import { isOpen, lockOwnChallenge } from './own-challenge.ts';
import { limitCodes, limitVerifying } from './sign-in-limits.ts';

export type VerifyCode = { session: string; userId: string; phoneNumber: string; email: string; code: string };

/** Meets a phone challenge with its code: 5 tries, 10 minutes, only in the browser that started [AUT-08 AUT-19]. */
export async function verifyCode(resources: IdentityResources, browser: Browser, input: VerifyCode): Promise<SignedIn> {
  const { db, secrets, clock } = resources;
  const code = input.code.replace(/\s/g, '');
  if (code === '') throw codeMissing();
  if (input.session === '' && input.userId === '') throw sessionExpired();
  await limitVerifying(resources, browser);
  const named = await db.transaction((tx) => lockOwnChallenge(resources, tx, browser, input));
  if (!named || !isAbout(named, input)) throw sessionExpired();
  await limitCodes(resources, named.phone || named.email);

  const result = await db.transaction(async (tx) => {
    const challenge = await challengeStore.lock(tx, named.id);
    if (!challenge || challenge.endedAt) return 'EXPIRED';
    if (!isOpen(challenge, clock.now()) || challenge.tries >= CHALLENGE_LIMITS.codeTriesMax) return 'INVALID';
    if (challenge.channel !== 'PHONE' || !sameBytes(secrets.codeHash(challenge.id, code), challenge.secretHash)) {
      await challengeStore.countTry(tx, challenge.id);
      return 'INVALID';
    }
    const account = await meetChallenge(resources, tx, challenge);
    return openSession(resources, tx, browser, challenge, account);
  });
  if (result === 'EXPIRED') throw sessionExpired();
  if (result === 'INVALID') throw codeInvalid();
  return result;
}

// The screen says whom it believes to be verifying: a code typed on the wrong screen is not counted.
function isAbout(challenge: Challenge, { phoneNumber, email }: VerifyCode): boolean {
  if (phoneNumber !== '' && withPlus(phoneNumber) !== challenge.phone) return false;
  return email === '' || normalizeEmail(email) === challenge.email;
}
