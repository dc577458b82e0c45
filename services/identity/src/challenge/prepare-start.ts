import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources } from '../resources.ts';
import { type Browser, withBrowserSchema } from '../session/browser.ts';
import { requireRoom } from '../session/sessions-here.ts';
import type { StartingBrowser } from './issue-challenge.ts';
import { intentOfRequest, type SignInIntent } from './sign-in-intent.ts';
import { countSending } from './sign-in-limits.ts';

/** What every start of a challenge is sent with, beside an address. */
export const startSchema = withBrowserSchema.extend({
  intent: intentOfRequest,
  // The challenge cookie is derived from it, so it must not be guessed.
  requestId: z.uuid(ACCOUNT_MESSAGES.signInFailed),
});

/** The browser that asks for a message to this address, and whether it is sent; counts the message [AUT-19]. */
export async function prepareStart(
  resources: IdentityResources,
  _viewer: Viewer,
  start: { browser: Browser; requestId: string; email: string; phoneNumber?: string; intent: SignInIntent },
): Promise<StartingBrowser> {
  const { browser, requestId, email, phoneNumber = '', intent } = start;
  if (intent.addNewAccount) await requireRoom(resources, browser);
  const maySend = await countSending(resources, browser, email ? 'EMAIL' : 'PHONE', email || phoneNumber);
  return { ...browser, browserToken: resources.secrets.browserToken(requestId), maySend };
}
