import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources } from '../resources.ts';
import { type Challenge, challengeOf } from './challenges.ts';
import { isDecoy } from './issue-challenge.ts';
import { isOpen } from './own-challenge.ts';

export const revealChallengeSchema = z.object({ challengeId: z.string(), generation: z.int() });

export type RevealedChallenge = { challenge: Challenge; linkToken: string; code: string; firstName: string };

/** The secret of a challenge for the message that carries it; undefined when nothing is to be sent any more. */
export async function revealChallenge(
  { prisma, secrets, clock }: IdentityResources,
  _viewer: Viewer,
  input: z.output<typeof revealChallengeSchema>,
): Promise<RevealedChallenge | undefined> {
  if (!isId(input.challengeId)) return undefined;
  const row = await prisma.challenge.findUnique({ where: { id: input.challengeId } });
  const challenge = row && challengeOf(row);
  if (!challenge || challenge.generation !== input.generation || isDecoy(challenge)) return undefined;
  if (challenge.metAt || !isOpen(challenge, clock.now())) return undefined;

  const where = { id: challenge.accountId ?? '' };
  const account = challenge.accountId && (await prisma.account.findUnique({ where, select: { firstName: true } }));
  const firstName = account ? account.firstName : challenge.firstName;
  if (challenge.channel === 'EMAIL') return { challenge, linkToken: secrets.linkToken(challenge), code: '', firstName };
  return { challenge, linkToken: '', code: secrets.code(challenge), firstName };
}
