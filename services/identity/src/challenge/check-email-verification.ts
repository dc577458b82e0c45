import type { Viewer } from '@marquee/runtime/viewer';
import { transact } from '@marquee/service/use-case';
import type { IdentityResources } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import { attemptExpired } from './challenge-errors.ts';
import type { Challenge } from './challenges.ts';
import * as challenges from './challenges.ts';
import { invitationOf } from './invitation-target.ts';
import { nextAfterSignIn } from './next-after-sign-in.ts';
import { type ChallengeName, findChallenge, isOpen, isOwn } from './own-challenge.ts';
import { type SignedIn, signInBrowser } from './sign-in-browser.ts';

/**
 * Whether the link was used, here or elsewhere; the browser that started is signed in once it was [AUT-07]. A poll that
 * finds the link unused takes no lock.
 */
export async function checkEmailVerification(
  resources: IdentityResources,
  browser: Browser,
  viewer: Viewer,
  name: ChallengeName,
): Promise<SignedIn | undefined> {
  const { clock, secrets } = resources;
  const challenge = await findChallenge(resources, name);
  if (challenge?.channel !== 'EMAIL') throw attemptExpired();
  if (isSignedInBy(challenge, viewer)) return alreadySignedIn(resources, challenge);
  if (!isOwn(secrets, browser, challenge)) throw attemptExpired();
  if (!isOpen(challenge, clock.now())) throw attemptExpired();
  if (!challenge.metAt) return undefined;

  const invitation = await invitationOf(resources, challenge);
  return transact(resources, async (transaction) => {
    const met = await challenges.lock(transaction.tx, challenge.id);
    if (!met?.metAt) throw attemptExpired();
    return signInBrowser({ ...resources, ...transaction }, browser, met, invitation);
  });
}

// Another tab of this browser used the link: the challenge cookie went when the session's came.
function isSignedInBy({ sessionId }: Challenge, viewer: Viewer): boolean {
  return viewer.kind === 'account' && sessionId !== null && sessionId === viewer.sessionId;
}

async function alreadySignedIn(resources: IdentityResources, challenge: Challenge): Promise<SignedIn> {
  const { prisma, clock } = resources;
  const account = await prisma.account.findUnique({ where: { id: challenge.metAccountId ?? '' } });
  if (!account) throw attemptExpired();
  const invitation = await invitationOf(resources, challenge);
  return { account, next: nextAfterSignIn(account, challenge.intent, invitation, clock.now()) };
}
