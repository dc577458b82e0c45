import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import { digitsMissing, digitsWrong, linkInvalid } from './challenge-errors.ts';
import { sameBytes } from './challenge-secrets.ts';
import type { Challenge } from './challenges.ts';
import * as challenges from './challenges.ts';
import { type InvitationTarget, invitationOf } from './invitation-target.ts';
import { linkHash } from './link-hash.ts';
import { meetChallenge } from './meet-challenge.ts';
import { isOpen, isOwn } from './own-challenge.ts';
import { type SignedIn, signInBrowser } from './sign-in-browser.ts';
import { limitVerifying } from './sign-in-limits.ts';

export const confirmLinkSchema = z.object({
  token: z.string(),
  digits: z.string().transform((text) => text.replace(/\s/g, '')),
});
type ConfirmLink = z.output<typeof confirmLinkSchema>;

type ProvenLink = { browser: Browser; hash: Buffer; invitation: InvitationTarget | undefined };

/**
 * Compares the link with its challenge and, in any browser but the one that started, the two digits [AUT-20]. It has a
 * transaction of its own, so that one wrong entry ends the challenge although the call is refused.
 */
export async function proveLink(
  resources: IdentityResources,
  browser: Browser,
  { token, digits }: ConfirmLink,
): Promise<ProvenLink> {
  const { db, secrets, clock } = resources;
  const hash = linkHash(resources, token);
  await limitVerifying(resources, browser);
  const proven = await db.transaction(async (tx) => {
    const challenge = requireUsable(await challenges.lockByLink(tx, hash), resources, browser);
    if (isOwn(secrets, browser, challenge)) return challenge;
    if (digits === '') throw digitsMissing();
    if (sameBytes(Buffer.from(digits), Buffer.from(secrets.digits(challenge)))) return challenge;
    await challenges.end(tx, challenge.id, clock.now());
    return undefined;
  });
  if (!proven) throw digitsWrong();
  return { browser, hash, invitation: await invitationOf(resources, proven) };
}

/** Meets the challenge of a proven link. Only the browser that started is signed in [AUT-20]. */
export async function confirmLink(
  write: IdentityWrite,
  _viewer: Viewer,
  _input: ConfirmLink,
  { browser, hash, invitation }: ProvenLink,
): Promise<SignedIn | undefined> {
  const challenge = requireUsable(await challenges.lockByLink(write.tx, hash), write, browser);
  if (isOwn(write.secrets, browser, challenge)) return signInBrowser(write, browser, challenge, invitation);
  await meetChallenge(write, challenge);
  return undefined;
}

// A link is used once; the browser that started may come back for its session.
function requireUsable(
  challenge: Challenge | undefined,
  { clock, secrets }: Pick<IdentityResources, 'clock' | 'secrets'>,
  browser: Browser,
): Challenge {
  if (!challenge || !isOpen(challenge, clock.now())) throw linkInvalid();
  if (challenge.metAt && !isOwn(secrets, browser, challenge)) throw linkInvalid();
  return challenge;
}
