import { existing } from '@marquee/data/existing';
import { newId } from '@marquee/data/ids';
import { PASSKEY_LIMITS } from '@marquee/rules/passkeys';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { accountNotFound } from '../account/account-errors.ts';
import * as accounts from '../account/accounts.ts';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { type Browser, deviceOf, withBrowserSchema } from '../session/browser.ts';
import { beginCeremony, type Ceremony, endCeremony, openCeremony } from './ceremony.ts';
import { requireFreshProof } from './fresh-proof.ts';
import { notifyOfPasskey } from './notify-of-passkey.ts';
import { passkeyAlreadyAdded, tooManyPasskeys } from './passkey-errors.ts';
import type { Passkey } from './passkeys.ts';
import * as passkeys from './passkeys.ts';
import type { BegunCeremony } from './sign-in-with-passkey.ts';
import { addingOptions, type Credential, credentialSchema, verifyMade } from './webauthn.ts';

/** Begins adding a passkey to the viewer's account; the ceremony belongs to the session [AUT-17]. */
export async function startAddPasskey(resources: IdentityResources, viewer: AccountViewer): Promise<BegunCeremony> {
  await requireFreshProof(resources, viewer);
  const { begun } = await beginAdding(resources, viewer.accountId, beginCeremony(resources, ['add', viewer.sessionId]));
  return begun;
}

/** What a browser is asked for to make a passkey of an account, and the account. */
export async function beginAdding(
  { prisma, config }: Pick<IdentityResources, 'prisma' | 'config'>,
  accountId: string,
  ceremony: Ceremony,
): Promise<{ begun: BegunCeremony; account: accounts.Account }> {
  const [account, existing] = await Promise.all([accounts.find(prisma, accountId), passkeys.list(prisma, accountId)]);
  if (!account) throw accountNotFound();
  if (existing.length >= PASSKEY_LIMITS.perAccount) throw tooManyPasskeys();
  const optionsJson = await addingOptions(config, ceremony, account, existing);
  return { begun: { token: ceremony.token, optionsJson }, account };
}

export const addPasskeySchema = withBrowserSchema.extend({
  ceremonyToken: z.string(),
  credentialJson: credentialSchema,
});
type AddPasskey = z.output<typeof addPasskeySchema>;

/** Adds a passkey to the viewer's account; `requireFreshProof` stands before it, as before the start. */
export async function addPasskey(
  write: IdentityWrite,
  { accountId, sessionId }: AccountViewer,
  { browser, ceremonyToken, credentialJson }: AddPasskey,
): Promise<Passkey> {
  const ceremony = openCeremony(write, ['add', sessionId], ceremonyToken);
  return keepPasskey(write, accountId, browser, ceremony, credentialJson);
}

/** Keeps a passkey that a browser made; the ceremony ends. */
export async function keepPasskey(
  write: IdentityWrite,
  accountId: string,
  browser: Browser,
  ceremony: Ceremony,
  credential: Credential,
): Promise<Passkey> {
  const { tx, clock, config } = write;
  const made = await verifyMade(config, ceremony, credential);
  await endCeremony(write, ceremony);
  const account = existing(await accounts.lock(tx, accountId), 'the account of a new passkey');
  if ((await passkeys.count(tx, accountId)) >= PASSKEY_LIMITS.perAccount) throw tooManyPasskeys();
  const passkey = {
    ...made,
    id: newId(),
    accountId,
    name: deviceOf(browser).slice(0, PASSKEY_LIMITS.nameCharactersMax),
    createdAt: clock.now(),
  };
  if (!(await passkeys.insert(tx, passkey))) throw passkeyAlreadyAdded();
  await notifyOfPasskey(write, account, 'PASSKEY_ADDED', browser);
  return { ...passkey, lastUsedAt: null };
}
