import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { IdentityResources } from '../resources.ts';
import type { withBrowserSchema } from '../session/browser.ts';
import { type SessionHere, sessionsHere } from '../session/sessions-here.ts';

/** The accounts that are signed in in the browser that asks, and which of them it uses [AUT-13]. */
export async function listBrowserAccounts(
  resources: IdentityResources,
  viewer: Viewer,
  { browser }: z.output<typeof withBrowserSchema>,
): Promise<(SessionHere & { current: boolean })[]> {
  const here = await sessionsHere(resources, browser.sessionTokens);
  return here.map((session) => ({
    ...session,
    current: viewer.kind === 'account' && viewer.sessionId === session.id,
  }));
}
