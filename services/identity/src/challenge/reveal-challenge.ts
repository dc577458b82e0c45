import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as accounts from '../account/accounts.ts';
import type { IdentityResources } from '../resources.ts';
import type { Challenge } from './challenges.ts';
import * as challenges from './challenges.ts';
import { isToBeSent } from './issue-challenge.ts';
import { isInTime, isOpen } from './own-challenge.ts';

export const revealChallengeSchema = z.object({ challengeId: z.string(), generation: z.int() });

export type RevealedChallenge = {
  challenge: Challenge;
  linkToken: string;
  code: string;
  firstName: string;
  language: string;
};

/** The secret of a challenge for the message that carries it; undefined when nothing is to be sent any more. */
export async function revealChallenge(
  { prisma, secrets, clock }: IdentityResources,
  _viewer: Viewer,
  input: z.output<typeof revealChallengeSchema>,
): Promise<RevealedChallenge | undefined> {
  if (!isId(input.challengeId)) return undefined;
  const found = await challenges.find(prisma, { id: input.challengeId });
  if (!found) return undefined;
  // A message that was sent before a resend that is not may still be on its way.
  const challenge = { ...found, generation: input.generation };
  const isNotice = challenges.isNotice(challenge);
  if (!isNotice && !isToBeSent(secrets, challenge)) return undefined;
  const now = clock.now();
  if (challenge.metAt || !isOpen(challenge, now) || !isInTime(challenge, now)) return undefined;

  const account = challenge.accountId ? await accounts.find(prisma, challenge.accountId) : undefined;
  const { firstName } = account ?? challenge;
  const language = account?.preferredLanguage ?? challenge.language;
  const known = { challenge, firstName, language };
  if (isNotice) return { ...known, linkToken: '', code: '' };
  if (challenges.isLink(challenge)) return { ...known, linkToken: secrets.linkToken(challenge), code: '' };
  return { ...known, linkToken: '', code: secrets.code(challenge) };
}
