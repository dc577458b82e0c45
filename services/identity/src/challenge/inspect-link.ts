import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources } from '../resources.ts';
import { withBrowserSchema } from '../session/browser.ts';
import type { Challenge } from './challenges.ts';
import * as challenges from './challenges.ts';
import { linkHash, requireUsable, unknownLink } from './link-hash.ts';
import { isOwn } from './own-challenge.ts';
import { limitVerifying } from './sign-in-limits.ts';

export const inspectLinkSchema = withBrowserSchema.extend({ token: z.string() });

/** What a person sees before confirming a link. Looking changes nothing: mail scanners look too [AUT-19]. */
export async function inspectLink(
  resources: IdentityResources,
  _viewer: Viewer,
  { token, browser }: z.output<typeof inspectLinkSchema>,
): Promise<{ challenge: Challenge; sameBrowser: boolean }> {
  const { prisma, secrets } = resources;
  const hash = linkHash(resources, token);
  const challenge = await challenges.find(prisma, { secretHash: hash });
  await limitVerifying(resources, browser, challenge);
  if (!challenge) throw await unknownLink(resources, hash);
  requireUsable(challenge, resources, browser);
  return { challenge, sameBrowser: isOwn(secrets, browser, challenge) };
}
