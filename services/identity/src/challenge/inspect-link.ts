import type { IdentityResources } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import { linkInvalid } from './challenge-errors.ts';
import { type Challenge, challengeOf } from './challenges.ts';
import { linkHash } from './link-hash.ts';
import { isOpen, isOwn } from './own-challenge.ts';
import { limitVerifying } from './sign-in-limits.ts';

/** What a person sees before confirming a link. Looking changes nothing: mail scanners look too [AUT-19]. */
export async function inspectLink(
  resources: IdentityResources,
  browser: Browser,
  { token }: { token: string },
): Promise<{ challenge: Challenge; sameBrowser: boolean }> {
  const { prisma, clock, secrets } = resources;
  const hash = linkHash(resources, token);
  await limitVerifying(resources, browser);
  const row = await prisma.challenge.findUnique({ where: { secretHash: Uint8Array.from(hash) } });
  const challenge = row && challengeOf(row);
  if (!challenge || !isOpen(challenge, clock.now())) throw linkInvalid();
  return { challenge, sameBrowser: isOwn(secrets, browser, challenge) };
}
