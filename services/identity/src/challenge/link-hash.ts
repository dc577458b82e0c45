import type { DomainError } from '@marquee/runtime/errors';
import type { IdentityResources } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import { linkInvalid, linkReplaced, linkUsed } from './challenge-errors.ts';
import type { Challenge } from './challenges.ts';
import * as challenges from './challenges.ts';
import { isInTime, isOpen, isOwn } from './own-challenge.ts';

const TOKEN = /^[\w-]{43}$/;

/** The hash under which the challenge of a link's token is found. @throws DomainError LINK_INVALID for other text */
export function linkHash({ secrets }: Pick<IdentityResources, 'secrets'>, token: string): Uint8Array<ArrayBuffer> {
  if (!TOKEN.test(token)) throw linkInvalid();
  return Uint8Array.from(secrets.linkHash(token));
}

/** Why a link is the newest of no challenge: only those who have an older one read that there is a newer one. */
export async function unknownLink(
  { prisma, clock }: Pick<IdentityResources, 'prisma' | 'clock'>,
  hash: Uint8Array<ArrayBuffer>,
): Promise<DomainError> {
  const replaced = await challenges.findByReplacedLink(prisma, hash);
  if (replaced?.metAt) return linkUsed();
  return replaced && isOpen(replaced, clock.now()) ? linkReplaced() : linkInvalid();
}

/**
 * A link is used once; the browser that started may come back for its session.
 *
 * @throws DomainError LINK_USED, and LINK_INVALID for a challenge that has ended or expired
 */
export function requireUsable(
  challenge: Challenge,
  { clock, secrets }: Pick<IdentityResources, 'clock' | 'secrets'>,
  browser: Browser,
): void {
  const open = isOpen(challenge, clock.now());
  if (challenge.metAt && !(open && isOwn(secrets, browser, challenge))) throw linkUsed();
  if (!open || !(challenge.metAt || isInTime(challenge, clock.now()))) throw linkInvalid();
}
