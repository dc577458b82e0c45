import { isId } from '@marquee/data/ids';
import type { IdentityResources } from '../resources.ts';
import { type Challenge, readChallenge } from './challenge-store.ts';
import { isDecoy } from './issue-challenge.ts';
import { isOpen } from './own-challenge.ts';

type RevealedChallenge = { challenge: Challenge; linkToken: string; code: string; firstName: string };

/** The secret of a challenge for the message that carries it; nothing when there is nothing to send any more. */
export async function revealChallenge(
  { prisma, secrets, clock }: IdentityResources,
  input: { challengeId: string; generation: number },
): Promise<RevealedChallenge | undefined> {
  if (!isId(input.challengeId)) return undefined;
  const row = await prisma.challenge.findUnique({ where: { id: input.challengeId } });
  const challenge = row && readChallenge(row);
  if (!challenge || challenge.generation !== input.generation || isDecoy(challenge)) return undefined;
  if (challenge.metAt || !isOpen(challenge, clock.now())) return undefined;

  const where = { id: challenge.accountId ?? '' };
  const account = challenge.accountId && (await prisma.account.findUnique({ where, select: { firstName: true } }));
  const firstName = account ? account.firstName : challenge.firstName;
  if (challenge.channel === 'EMAIL') return { challenge, linkToken: secrets.linkToken(challenge), code: '', firstName };
  return { challenge, linkToken: '', code: secrets.code(challenge), firstName };
}
