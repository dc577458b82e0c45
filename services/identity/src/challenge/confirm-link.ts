import type { Viewer } from '@marquee/runtime/viewer';
import { Refused } from '@marquee/service/use-case';
import { z } from 'zod';
import { meetContactChange } from '../contact/meet-contact-change.ts';
import { undoContactChange } from '../contact/undo-contact-change.ts';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { withBrowserSchema } from '../session/browser.ts';
import { digitsMissing, digitsWrong, linkInvalid } from './challenge-errors.ts';
import { sameBytes } from './challenge-secrets.ts';
import * as challenges from './challenges.ts';
import { type InvitationTarget, invitationOf } from './invitation-target.ts';
import { linkHash, requireUsable, unknownLink } from './link-hash.ts';
import { meetChallenge } from './meet-challenge.ts';
import { isOwn } from './own-challenge.ts';
import { type SignedIn, signInBrowser } from './sign-in-browser.ts';
import { limitVerifying } from './sign-in-limits.ts';

export const confirmLinkSchema = withBrowserSchema.extend({
  token: z.string(),
  digits: z.string().transform((text) => text.replace(/\s/g, '')),
});
type ConfirmLink = z.output<typeof confirmLinkSchema>;

type FoundLink = { hash: Uint8Array; invitation: InvitationTarget | undefined };

/** The challenge of a link, and where its invitation leads; counts the attempt [AUT-19]. */
export async function findLink(
  resources: IdentityResources,
  _viewer: Viewer,
  { browser, token }: ConfirmLink,
): Promise<FoundLink> {
  const hash = linkHash(resources, token);
  const challenge = await challenges.find(resources.prisma, { secretHash: hash });
  await limitVerifying(resources, browser, challenge);
  if (!challenge) throw await unknownLink(resources, hash);
  return { hash, invitation: await invitationOf(resources, challenge) };
}

/**
 * Meets the challenge of a link, or takes a change of an address back. In any browser but the one that started, it takes the two digits, of which one wrong
 * entry ends the challenge; only the browser that started is signed in [AUT-20].
 */
export async function confirmLink(
  write: IdentityWrite,
  _viewer: Viewer,
  { browser, digits }: ConfirmLink,
  { hash, invitation }: FoundLink,
): Promise<SignedIn | Refused | undefined> {
  const { tx, secrets, clock } = write;
  const challenge = await challenges.lockByLink(tx, hash);
  if (!challenge) throw linkInvalid();
  requireUsable(challenge, write, browser);
  if (challenges.undoesChange(challenge)) return undoContactChange(write, challenge);
  const own = isOwn(secrets, browser, challenge);
  if (own && challenges.changesContact(challenge)) return meetContactChange(write, challenge);
  if (own) return signInBrowser(write, browser, challenge, invitation);

  if (digits === '') throw digitsMissing();
  if (!sameBytes(Buffer.from(digits), Buffer.from(secrets.digits(challenge)))) {
    await challenges.end(tx, challenge.id, clock.now());
    return new Refused(digitsWrong());
  }
  if (challenges.changesContact(challenge)) {
    const met = await meetContactChange(write, challenge);
    return met instanceof Refused ? met : undefined;
  }
  await meetChallenge(write, challenge);
  return undefined;
}
