import { isId } from '@marquee/data/ids';
import type { IdentityResources } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import { sameBytes } from './challenge-secrets.ts';
import type { Challenge } from './challenges.ts';
import * as challenges from './challenges.ts';

/** How a page names a challenge: by its session, its user id or both. */
export type ChallengeName = { session: string; userId: string };

export async function findChallenge(
  { prisma }: Pick<IdentityResources, 'prisma'>,
  { session, userId }: ChallengeName,
): Promise<Challenge | undefined> {
  if (!isId(session || userId)) return undefined;
  const challenge = await challenges.find(prisma, session !== '' ? { id: session } : { userId });
  return userId === '' || challenge?.userId === userId ? challenge : undefined;
}

/** The challenge of that name if this browser started it: its ids alone are worth nothing [AUT-20]. */
export async function findOwnChallenge(
  resources: Pick<IdentityResources, 'prisma' | 'secrets'>,
  browser: Browser,
  name: ChallengeName,
): Promise<Challenge | undefined> {
  const challenge = await findChallenge(resources, name);
  return challenge && isOwn(resources.secrets, browser, challenge) ? challenge : undefined;
}

export function isOwn(
  secrets: IdentityResources['secrets'],
  { challengeToken }: Browser,
  challenge: Pick<Challenge, 'browserHash'>,
): boolean {
  return challengeToken !== '' && sameBytes(secrets.browserHash(challengeToken), challenge.browserHash);
}

/** Whether the link or code that was sent last is in its time, which a resend that is not sent does not prolong. */
export function isInTime({ expiresAt, secretExpiresAt }: Pick<Challenge, 'expiresAt' | 'secretExpiresAt'>, now: Date) {
  return (secretExpiresAt ?? expiresAt) > now;
}

/** Neither ended nor expired. A met challenge stays open for its browser to fetch the session. */
export function isOpen(challenge: Pick<Challenge, 'endedAt' | 'expiresAt'>, now: Date): boolean {
  return challenge.endedAt === null && challenge.expiresAt > now;
}
