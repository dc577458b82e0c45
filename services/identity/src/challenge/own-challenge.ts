import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { IdentityResources } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import { sameBytes } from './challenge-secrets.ts';
import { type Challenge, challengeStore } from './challenge-store.ts';

/** A challenge as a page names it. */
export type ChallengeName = { session: string; userId: string };

/** Locks the challenge of that name, if it is this browser's: its ids alone are worth nothing [AUT-20]. */
export async function lockOwnChallenge(
  { secrets }: Pick<IdentityResources, 'secrets'>,
  tx: Tx,
  browser: Browser,
  name: ChallengeName,
): Promise<Challenge | undefined> {
  const challenge = await lockNamed(tx, name);
  if (!challenge || !isOwn(secrets, browser, challenge)) return undefined;
  return name.userId === '' || challenge.userId === name.userId ? challenge : undefined;
}

async function lockNamed(tx: Tx, { session, userId }: ChallengeName): Promise<Challenge | undefined> {
  if (session !== '') return isId(session) ? challengeStore.lock(tx, session) : undefined;
  return isId(userId) ? challengeStore.lockByUserId(tx, userId) : undefined;
}

export function isOwn(
  secrets: IdentityResources['secrets'],
  { challengeToken }: Browser,
  challenge: Pick<Challenge, 'browserHash'>,
): boolean {
  return challengeToken !== '' && sameBytes(secrets.browserHash(challengeToken), challenge.browserHash);
}

/** Neither ended nor out of time. A met challenge stays open for its browser to fetch the session. */
export function isOpen(challenge: Pick<Challenge, 'endedAt' | 'expiresAt'>, now: Date): boolean {
  return challenge.endedAt === null && challenge.expiresAt > now;
}
