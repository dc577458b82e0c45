import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { invalid } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as accounts from '../account/accounts.ts';
import * as emailChanges from '../account/email-changes.ts';
import type { Challenge, Channel } from '../challenge/challenges.ts';
import { issueChallenge, type StartingBrowser } from '../challenge/issue-challenge.ts';
import { readIntent } from '../challenge/sign-in-intent.ts';
import { countSending, limitContactChanges } from '../challenge/sign-in-limits.ts';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import { oneAtATime } from './contact-errors.ts';
import { removeContact } from './set-contact.ts';

/** What a change of a profile may hold of the addresses by which somebody signs in. */
export type ContactUpdate = { email?: string | undefined; phone?: string | undefined };
type ContactRequest = ContactUpdate & { browser: Browser; requestId: string };

const isUuid = (text: string) => z.uuid().safeParse(text).success;

/** Whether a message may be sent to a new address; undefined where none is asked for. Counts the message [AUT-19]. */
export async function prepareContactChange(
  resources: IdentityResources,
  { accountId }: AccountViewer,
  { browser, requestId, email, phone }: ContactRequest,
): Promise<StartingBrowser | undefined> {
  if (email !== undefined && phone !== undefined) throw oneAtATime();
  const address = email || phone;
  if (!address || isOwn(await accounts.find(resources.prisma, accountId), { email, phone })) return undefined;
  // The challenge cookie is derived from it, so it must not be guessed.
  if (!isUuid(requestId)) throw invalid([{ field: 'requestId', message: ACCOUNT_MESSAGES.signInFailed }]);
  await limitContactChanges(resources, accountId);
  const maySend = await countSending(resources, browser, email ? 'EMAIL' : 'PHONE', address);
  return { ...browser, browserToken: resources.secrets.browserToken(requestId), maySend };
}

/**
 * Starts a change of the email or the phone number of an account, whose row the caller holds, or removes one. Who asks
 * learns nothing about the address: one that is another account's gets the same answer and the same message, and is
 * refused to those who have proven that it is theirs [AUT-14].
 */
export async function startContactChange(
  write: IdentityWrite,
  viewer: AccountViewer,
  account: accounts.Account,
  update: ContactUpdate,
  browser: StartingBrowser | undefined,
): Promise<{ account: accounts.Account; challenge?: Challenge }> {
  if (update.email === '') return { account: await removeContact(write, viewer, account, 'EMAIL') };
  if (update.phone === '') return { account: await removeContact(write, viewer, account, 'PHONE') };
  if (!browser || isOwn(account, update)) return { account };
  const channel: Channel = update.email ? 'EMAIL' : 'PHONE';
  const challenge = await issueChallenge(write, browser, {
    purpose: channel === 'EMAIL' ? 'CHANGE_EMAIL' : 'CHANGE_PHONE',
    channel,
    accountId: account.id,
    sessionId: viewer.sessionId,
    email: update.email ?? '',
    phone: update.phone ?? '',
    intent: readIntent({}),
  });
  if (channel === 'EMAIL') {
    const { id, email, startedAt: requestedAt, expiresAt } = challenge;
    await emailChanges.insert(write.tx, { id, accountId: account.id, email, requestedAt, expiresAt });
  }
  return { account, challenge };
}

function isOwn(account: accounts.Account | undefined, { email, phone }: ContactUpdate): boolean {
  return email ? account?.email === email : account?.signInPhone === phone;
}
