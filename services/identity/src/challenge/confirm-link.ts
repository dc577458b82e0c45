import type { IdentityResources } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import { digitsMissing, digitsWrong, linkInvalid } from './challenge-errors.ts';
import { sameBytes } from './challenge-secrets.ts';
import { challengeStore } from './challenge-store.ts';
import { linkHash } from './link-challenge.ts';
import { meetChallenge, openSession, type SignedIn } from './meet-challenge.ts';
import { isOpen, isOwn } from './own-challenge.ts';
import { limitVerifying } from './sign-in-limits.ts';

/**
 * Confirms a link. In the browser that started, the button is enough and signs it in; elsewhere the two digits are
 * asked for, one wrong entry ends the challenge, and the confirming device is not signed in [AUT-20].
 */
export async function confirmLink(
  resources: IdentityResources,
  browser: Browser,
  input: { token: string; digits: string },
): Promise<SignedIn | undefined> {
  const { db, secrets, clock } = resources;
  const hash = linkHash(resources, input.token);
  await limitVerifying(resources, browser);
  const digits = input.digits.replace(/\s/g, '');
  const result = await db.transaction(async (tx) => {
    const challenge = await challengeStore.lockByLink(tx, hash);
    if (!challenge || !isOpen(challenge, clock.now())) throw linkInvalid();
    if (isOwn(secrets, browser, challenge)) {
      const account = await meetChallenge(resources, tx, challenge);
      return openSession(resources, tx, browser, challenge, account);
    }
    if (challenge.metAt) throw linkInvalid();
    if (digits === '') throw digitsMissing();
    if (!sameBytes(Buffer.from(digits), Buffer.from(secrets.digits(challenge)))) {
      await challengeStore.end(tx, challenge.id, clock.now());
      return 'WRONG';
    }
    await meetChallenge(resources, tx, challenge);
    return 'CONFIRMED';
  });
  if (result === 'WRONG') throw digitsWrong();
  return result === 'CONFIRMED' ? undefined : result;
}
