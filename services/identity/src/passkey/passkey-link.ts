import { createHash, randomBytes } from 'node:crypto';
import { existing } from '@marquee/data/existing';
import type { Viewer } from '@marquee/runtime/viewer';
import { transact } from '@marquee/service/use-case';
import { z } from 'zod';
import { accountNotFound } from '../account/account-errors.ts';
import * as accounts from '../account/accounts.ts';
import * as auditLog from '../audit/audit-log.ts';
import { accountSuspended } from '../challenge/challenge-errors.ts';
import type { SignedIn } from '../challenge/sign-in-browser.ts';
import { readIntent } from '../challenge/sign-in-intent.ts';
import { limitPasskeys } from '../challenge/sign-in-limits.ts';
import type { AccountResources, IdentityResources, IdentityWrite } from '../resources.ts';
import { withBrowserSchema } from '../session/browser.ts';
import type { OpenedSession } from '../session/browser-metadata.ts';
import { beginAdding, keepPasskey } from './add-passkey.ts';
import { beginCeremony, openCeremony } from './ceremony.ts';
import { notStaff, passkeyLinkInvalid } from './passkey-errors.ts';
import * as passkeys from './passkeys.ts';
import { type BegunCeremony, signInByPasskey } from './sign-in-with-passkey.ts';
import { credentialSchema } from './webauthn.ts';

const TOKEN_BYTES = 32;
const LINK_MS = 24 * 60 * 60_000;

const hashOf = (token: string) => Uint8Array.from(createHash('sha256').update(token).digest());

/** Makes the link of a staff account for the staff command. @returns its token */
export async function staffPasskeyLink(resources: AccountResources, accountId: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await transact(resources, (write) => putPasskeyLink(write, { accountId, token }));
  return token;
}

/** For whom, and who makes it; without a member of staff it is the staff command. */
type StaffLink = { accountId: string; token: string; actorId?: string; reason?: string };

/**
 * Keeps the one link by which a staff account sets up a passkey: its first, or another when all are lost. It is good for a
 * day. Links before it end.
 *
 * @throws DomainError FORBIDDEN when the account is not staff
 */
export async function putPasskeyLink(
  { tx, clock }: Pick<IdentityWrite, 'tx' | 'clock'>,
  { accountId, token, actorId, reason }: StaffLink,
): Promise<void> {
  const now = clock.now();
  const account = await accounts.lock(tx, accountId);
  if (!account) throw accountNotFound();
  if (account.roles.length === 0) throw notStaff();
  await passkeys.endLinks(tx, accountId, now);
  const expiresAt = new Date(now.getTime() + LINK_MS);
  await passkeys.insertLink(tx, { tokenHash: hashOf(token), accountId, createdAt: now, expiresAt });
  await auditLog.append(tx, { actorId, kind: 'PASSKEY_LINK_CREATED', objectId: accountId, reason, now });
}

export const startPasskeyByLinkSchema = withBrowserSchema.extend({ linkToken: z.string() });

/** Begins setting up a passkey by a link that was made for a staff account. */
export async function startPasskeyByLink(
  resources: IdentityResources,
  _viewer: Viewer,
  { browser, linkToken }: z.output<typeof startPasskeyByLinkSchema>,
): Promise<BegunCeremony & { firstName: string }> {
  await limitPasskeys(resources, browser);
  const link = await passkeys.findLink(resources.prisma, hashOf(linkToken));
  if (!isUsable(link, resources.clock.now())) throw passkeyLinkInvalid();
  const ceremony = beginCeremony(resources, ['link', linkToken]);
  const { begun, account } = await beginAdding(resources, link.accountId, ceremony);
  return { ...begun, firstName: account.firstName };
}

export const addPasskeyByLinkSchema = withBrowserSchema.extend({
  linkToken: z.string(),
  ceremonyToken: z.string(),
  credentialJson: credentialSchema,
});
type AddPasskeyByLink = z.output<typeof addPasskeyByLinkSchema>;

/** Counts the attempt, and names the session that the link opens. */
export async function limitLinks(
  resources: IdentityResources,
  _viewer: Viewer,
  { browser, linkToken, ceremonyToken }: AddPasskeyByLink,
): Promise<{ sessionToken: string }> {
  await limitPasskeys(resources, browser);
  return { sessionToken: resources.secrets.passkeySessionToken(ceremonyToken, linkToken) };
}

/** Adds the passkey, uses up the link and signs this browser in. */
export async function addPasskeyByLink(
  write: IdentityWrite,
  _viewer: Viewer,
  { browser, linkToken, ceremonyToken, credentialJson }: AddPasskeyByLink,
  { sessionToken }: { sessionToken: string },
): Promise<SignedIn & OpenedSession> {
  const { tx, clock } = write;
  const link = await passkeys.lockLink(tx, hashOf(linkToken));
  if (!isUsable(link, clock.now())) throw passkeyLinkInvalid();
  const ceremony = openCeremony(write, ['link', linkToken], ceremonyToken);
  await keepPasskey(write, link.accountId, browser, ceremony, credentialJson);
  await passkeys.endLinks(tx, link.accountId, clock.now());
  const account = existing(await accounts.lock(tx, link.accountId), 'the account of a new passkey');
  if (account.suspendedAt) throw accountSuspended();
  return signInByPasskey(write, browser, account, {
    sessionToken,
    intent: readIntent(undefined),
    invitation: undefined,
  });
}

function isUsable<L extends passkeys.PasskeyLink>(link: L | null | undefined, now: Date): link is L {
  return link !== null && link !== undefined && link.usedAt === null && link.expiresAt > now;
}
