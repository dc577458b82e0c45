import type { IdentityResources } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import { linkInvalid } from './challenge-errors.ts';
import { type Challenge, readChallenge } from './challenge-store.ts';
import { isOpen, isOwn } from './own-challenge.ts';
import { limitVerifying } from './sign-in-limits.ts';

const TOKEN = /^[\w-]{43}$/;

/** The hash that a link's token is found by. @throws DomainError LINK_INVALID for what is no token */
export function linkHash({ secrets }: Pick<IdentityResources, 'secrets'>, token: string): Buffer {
  if (!TOKEN.test(token)) throw linkInvalid();
  return secrets.linkHash(token);
}

/** What a person sees before confirming a link. Looking changes nothing: mail scanners look too [AUT-19]. */
export async function inspectLink(
  resources: IdentityResources,
  browser: Browser,
  input: { token: string },
): Promise<{ challenge: Challenge; sameBrowser: boolean }> {
  const { prisma, clock, secrets } = resources;
  const hash = linkHash(resources, input.token);
  await limitVerifying(resources, browser);
  const row = await prisma.challenge.findUnique({ where: { secretHash: Uint8Array.from(hash) } });
  const challenge = row && readChallenge(row);
  if (!challenge || !isOpen(challenge, clock.now())) throw linkInvalid();
  return { challenge, sameBrowser: isOwn(secrets, browser, challenge) };
}

/** An address that its owner knows again and nobody else can read. */
export function maskedAddress({ channel, email, phone }: Challenge): string {
  if (channel === 'PHONE') return `…${phone.slice(-2)}`;
  return `${email.slice(0, 1)}…${email.slice(email.indexOf('@'))}`;
}
