import { networkOf } from '@marquee/runtime/network';
import type { Account } from '../account/accounts.ts';
import { issueNotice } from '../challenge/issue-challenge.ts';
import type { IdentityWrite } from '../resources.ts';
import { type Browser, deviceOf, placeOf } from '../session/browser.ts';

/** How long the message is tried: what it says is of use later as well. */
const SENT_WITHIN_MS = 24 * 60 * 60_000;

/** Tells the owner of an account, by email or else by text message, that a passkey was added or removed [AUT-17]. */
export async function notifyOfPasskey(
  write: IdentityWrite,
  { id, email, signInPhone, preferredLanguage: language }: Account,
  purpose: 'PASSKEY_ADDED' | 'PASSKEY_REMOVED',
  browser: Browser,
): Promise<void> {
  await issueNotice(write, {
    ...{ purpose, channel: email ? 'EMAIL' : 'PHONE', accountId: id, email: email ?? '', phone: signInPhone ?? '' },
    ...{ device: deviceOf(browser), place: placeOf(browser), ip: networkOf(browser.ip), language },
    expiresAt: new Date(write.clock.now().getTime() + SENT_WITHIN_MS),
  });
}
