import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import type { Account } from '../account/account-store.ts';
import type { IdentityResources } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import { attemptExpired } from './challenge-errors.ts';
import { type Challenge, readChallenge } from './challenge-store.ts';
import { meetChallenge, openSession, type SignedIn } from './meet-challenge.ts';
import { type ChallengeName, isOpen, isOwn, lockOwnChallenge } from './own-challenge.ts';

/** Not yet; or who is signed in, with the session's token if this browser has none. */
type EmailVerification = undefined | SignedIn | { account: Account; challenge: Challenge; sessionToken?: never };

/** Whether the link was used, here or elsewhere; the browser that started is signed in once it was [AUT-07]. */
export async function checkEmailVerification(
  resources: IdentityResources,
  browser: Browser,
  viewer: Viewer,
  input: ChallengeName,
): Promise<EmailVerification> {
  const challenge = await findNamed(resources, input);
  if (isSignedInBy(challenge, viewer)) return accountOf(resources, challenge);
  if (!isOwn(resources.secrets, browser, challenge)) throw attemptExpired();
  if (!isOpen(challenge, resources.clock.now())) throw attemptExpired();
  if (!challenge.metAt) return undefined;
  return resources.db.transaction(async (tx) => {
    const met = await lockOwnChallenge(resources, tx, browser, input);
    if (!met?.metAt) throw attemptExpired();
    const account = await meetChallenge(resources, tx, met);
    return openSession(resources, tx, browser, met, account);
  });
}

// Polls find the link waiting nearly always: they take no lock.
async function findNamed({ prisma }: IdentityResources, { session, userId }: ChallengeName): Promise<Challenge> {
  if (!isId(session || userId)) throw attemptExpired();
  const row = await prisma.challenge.findUnique({ where: session !== '' ? { id: session } : { userId } });
  const isNamed = row?.channel === 'EMAIL' && (userId === '' || row.userId === userId);
  if (!row || !isNamed) throw attemptExpired();
  return readChallenge(row);
}

// Another tab of this browser used the link: the challenge cookie went when the session's came.
function isSignedInBy({ sessionId }: Challenge, viewer: Viewer): boolean {
  return viewer.kind === 'account' && sessionId !== null && sessionId === viewer.sessionId;
}

async function accountOf({ prisma }: IdentityResources, challenge: Challenge): Promise<EmailVerification> {
  const account = await prisma.account.findUnique({ where: { id: challenge.metAccountId ?? '' } });
  if (!account) throw attemptExpired();
  return { account, challenge };
}
