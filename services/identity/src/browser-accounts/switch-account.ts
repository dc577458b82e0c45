import { BROWSER_ACCOUNT_MESSAGES } from '@marquee/rules/contact';
import { DomainError } from '@marquee/runtime/errors';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources } from '../resources.ts';
import { withBrowserSchema } from '../session/browser.ts';
import { type SessionHere, sessionsHere } from '../session/sessions-here.ts';

export const switchAccountSchema = withBrowserSchema.extend({ accountId: z.string() });

/** The session of the account that the browser continues with: one that it has the cookie of [AUT-13]. */
export async function switchAccount(
  resources: IdentityResources,
  _viewer: Viewer,
  { browser, accountId }: z.output<typeof switchAccountSchema>,
): Promise<SessionHere> {
  const here = await sessionsHere(resources, browser.sessionTokens);
  const chosen = here.find((session) => session.accountId === accountId);
  if (!chosen) throw notSignedInHere();
  return chosen;
}

/** The same for an account that does not exist, one that never was here, and one whose session has ended. */
function notSignedInHere(): DomainError {
  return new DomainError({
    kind: 'NOT_FOUND',
    reason: 'ACCOUNT_NOT_HERE',
    message: BROWSER_ACCOUNT_MESSAGES.notHere,
  });
}
