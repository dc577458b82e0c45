import { isId } from '@marquee/data/ids';
import type { IdentityResources } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import { attemptExpired } from './challenge-errors.ts';
import { readChallenge } from './challenge-store.ts';
import { meetChallenge, openSession, type SignedIn } from './meet-challenge.ts';
import { type ChallengeName, isOpen, isOwn, lockOwnChallenge } from './own-challenge.ts';

/** Whether the link was used, here or elsewhere; the browser that started is signed in once it was [AUT-07]. */
export async function checkEmailVerification(
  resources: IdentityResources,
  browser: Browser,
  input: ChallengeName,
): Promise<SignedIn | undefined> {
  if (!(await isMet(resources, browser, input))) return undefined;
  return resources.db.transaction(async (tx) => {
    const challenge = await lockOwnChallenge(resources, tx, browser, input);
    if (!challenge?.metAt) throw attemptExpired();
    const account = await meetChallenge(resources, tx, challenge);
    return openSession(resources, tx, browser, challenge, account);
  });
}

// Polls find it waiting nearly always: they take no lock.
async function isMet({ prisma, secrets, clock }: IdentityResources, browser: Browser, name: ChallengeName) {
  const { session, userId } = name;
  const where = session !== '' ? { id: session } : { userId };
  if (!isId(session || userId)) throw attemptExpired();
  const row = await prisma.challenge.findUnique({ where });
  if (!row) throw attemptExpired();
  const challenge = readChallenge(row);
  const isNamed = userId === '' || challenge.userId === userId;
  if (challenge.channel !== 'EMAIL' || !isNamed || !isOwn(secrets, browser, challenge)) throw attemptExpired();
  if (!isOpen(challenge, clock.now())) throw attemptExpired();
  return challenge.metAt !== null;
}
