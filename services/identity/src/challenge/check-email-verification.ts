import { existing } from '@marquee/data/existing';
import type { Viewer } from '@marquee/runtime/viewer';
import { Answered } from '@marquee/service/use-case';
import { z } from 'zod';
import * as accounts from '../account/accounts.ts';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { withBrowserSchema } from '../session/browser.ts';
import { attemptExpired } from './challenge-errors.ts';
import type { Challenge } from './challenges.ts';
import * as challenges from './challenges.ts';
import { type InvitationTarget, invitationOf } from './invitation-target.ts';
import { nextAfterSignIn } from './next-after-sign-in.ts';
import { findChallenge, isOpen, isOwn } from './own-challenge.ts';
import { type SignedIn, signInBrowser } from './sign-in-browser.ts';

export const checkEmailVerificationSchema = withBrowserSchema.extend({ session: z.string(), userId: z.string() });
type CheckEmailVerification = z.output<typeof checkEmailVerificationSchema>;

type MetChallenge = { id: string; invitation: InvitationTarget | undefined };

/** The challenge of a waiting screen, once it is met. A poll that finds the link unused is answered by one read. */
export async function findMetChallenge(
  resources: IdentityResources,
  viewer: Viewer,
  { browser, ...name }: CheckEmailVerification,
): Promise<MetChallenge | Answered<SignedIn | undefined>> {
  const { clock, secrets } = resources;
  const challenge = await findChallenge(resources, name);
  if (challenge?.channel !== 'EMAIL' || !challenges.signsIn(challenge)) throw attemptExpired();
  if (isSignedInBy(challenge, viewer)) return new Answered(await alreadySignedIn(resources, challenge));
  if (!isOwn(secrets, browser, challenge)) throw attemptExpired();
  if (!isOpen(challenge, clock.now())) throw attemptExpired();
  if (!challenge.metAt) return new Answered(undefined);
  return { id: challenge.id, invitation: await invitationOf(resources, challenge) };
}

/** Whether the link was used, here or elsewhere; the browser that started is signed in once it was [AUT-07]. */
export async function checkEmailVerification(
  write: IdentityWrite,
  _viewer: Viewer,
  { browser }: CheckEmailVerification,
  { id, invitation }: MetChallenge,
): Promise<SignedIn | undefined> {
  const challenge = existing(await challenges.lock(write.tx, id), 'a met challenge');
  return signInBrowser(write, browser, challenge, invitation);
}

// Another tab of this browser used the link: the challenge cookie went when the session's came.
function isSignedInBy({ sessionId }: Challenge, viewer: Viewer): boolean {
  return viewer.kind === 'account' && sessionId === viewer.sessionId;
}

async function alreadySignedIn(resources: IdentityResources, challenge: Challenge): Promise<SignedIn> {
  const { prisma, clock } = resources;
  const account = challenge.metAccountId && (await accounts.find(prisma, challenge.metAccountId));
  if (!account) throw attemptExpired();
  const invitation = await invitationOf(resources, challenge);
  return { account, next: nextAfterSignIn(account, challenge.intent, invitation, clock.now()) };
}
