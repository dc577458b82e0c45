import { randomUUID } from 'node:crypto';
import { networkOf } from '@marquee/runtime/network';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { Account } from '../account/accounts.ts';
import * as accounts from '../account/accounts.ts';
import { accountSuspended } from '../challenge/challenge-errors.ts';
import { type InvitationTarget, invitationOf } from '../challenge/invitation-target.ts';
import { nextAfterSignIn } from '../challenge/next-after-sign-in.ts';
import type { SignedIn } from '../challenge/sign-in-browser.ts';
import { intentOfRequest, type SignInIntent } from '../challenge/sign-in-intent.ts';
import { limitPasskeys } from '../challenge/sign-in-limits.ts';
import { requireKeepable } from '../own-data/require-keepable.ts';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { type Browser, deviceOf, placeOf, withBrowserSchema } from '../session/browser.ts';
import type { OpenedSession } from '../session/browser-metadata.ts';
import { openSession } from '../session/open-session.ts';
import { requireRoom } from '../session/sessions-here.ts';
import { beginCeremony, type Ceremony, endCeremony, openCeremony } from './ceremony.ts';
import { ceremonyExpired, passkeyUnknown } from './passkey-errors.ts';
import * as passkeys from './passkeys.ts';
import { type Credential, credentialSchema, provingOptions, verifyProof } from './webauthn.ts';

/** What a browser is asked for. */
export type BegunCeremony = { token: string; optionsJson: string };
export type BegunSignIn = BegunCeremony & { browserToken: string };

/** Begins sign-in with any passkey of this site; the ceremony belongs to the browser [AUT-17]. */
export async function startPasskeySignIn(
  resources: IdentityResources,
  _viewer: Viewer,
  { browser }: z.output<typeof withBrowserSchema>,
): Promise<BegunSignIn> {
  await limitPasskeys(resources, browser);
  // A link or code that the browser waits for keeps its cookie.
  const browserToken = browser.challengeToken || resources.secrets.browserToken(randomUUID());
  const ceremony = beginCeremony(resources, ['sign-in', browserToken]);
  return { token: ceremony.token, optionsJson: await provingOptions(resources.config, ceremony), browserToken };
}

export const signInWithPasskeySchema = withBrowserSchema.extend({
  ceremonyToken: z.string(),
  credentialJson: credentialSchema,
  intent: intentOfRequest,
});
type SignInWithPasskey = z.output<typeof signInWithPasskeySchema>;

type Provable = { ceremony: Ceremony; invitation: InvitationTarget | undefined; sessionToken: string };

/** The ceremony of this browser, and the session that the right passkey opens. */
export async function findCeremony(
  resources: IdentityResources,
  _viewer: Viewer,
  { browser, ceremonyToken, intent }: SignInWithPasskey,
): Promise<Provable> {
  await limitPasskeys(resources, browser);
  if (!browser.challengeToken) throw ceremonyExpired();
  if (intent.addNewAccount) await requireRoom(resources, browser);
  return {
    ceremony: openCeremony(resources, ['sign-in', browser.challengeToken], ceremonyToken),
    invitation: await invitationOf(resources, { intent }),
    sessionToken: resources.secrets.passkeySessionToken(ceremonyToken, browser.challengeToken),
  };
}

/** Signs in the browser that began, as whom the passkey belongs to; staff too [AUT-17]. */
export async function signInWithPasskey(
  write: IdentityWrite,
  _viewer: Viewer,
  { browser, credentialJson: credential, intent }: SignInWithPasskey,
  { ceremony, invitation, sessionToken }: Provable,
): Promise<SignedIn & OpenedSession> {
  const account = await provePasskey(write, ceremony, credential);
  return signInByPasskey(write, browser, account, { sessionToken, intent, invitation });
}

type Entering = { sessionToken: string; intent: SignInIntent; invitation: InvitationTarget | undefined };

/** Opens a session that has met a passkey. */
export async function signInByPasskey(
  write: IdentityWrite,
  browser: Browser,
  proven: Account,
  { sessionToken, intent, invitation }: Entering,
): Promise<SignedIn & OpenedSession> {
  const now = write.clock.now();
  const where = { device: deviceOf(browser), place: placeOf(browser), ip: networkOf(browser.ip) };
  const { account } = await openSession(write, browser, proven, {
    ...where,
    sessionToken,
    passkeyAt: now,
    provedEmail: false,
  });
  const next = nextAfterSignIn(account, intent, invitation, now);
  // How the account is known to the browser from now on.
  const address = account.email ?? account.signInPhone ?? account.id;
  return { account, next, sessionToken, address };
}

/** The account whose passkey has signed the ceremony, which ends. @throws DomainError */
export async function provePasskey(
  write: IdentityWrite,
  ceremony: Ceremony,
  credential: Credential,
  ownerId?: string,
): Promise<Account> {
  const { tx, clock, config } = write;
  const passkey = await passkeys.lockByCredential(tx, Buffer.from(credential.id, 'base64url'));
  if (!passkey || (ownerId !== undefined && passkey.accountId !== ownerId)) throw passkeyUnknown();
  // First, so that who repeats one reads that it is over; a proof that is refused takes its end back.
  await endCeremony(write, ceremony);
  const use = await verifyProof(config, ceremony, credential, passkey);
  const account = await accounts.lock(tx, passkey.accountId);
  if (!account) throw passkeyUnknown();
  if (account.suspendedAt) throw accountSuspended();
  requireKeepable(account, clock.now());
  await passkeys.setUsed(tx, { id: passkey.id, ...use, usedAt: clock.now() });
  return account;
}
