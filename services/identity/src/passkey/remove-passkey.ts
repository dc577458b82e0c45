import { isId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as accounts from '../account/accounts.ts';
import type { IdentityWrite } from '../resources.ts';
import { withBrowserSchema } from '../session/browser.ts';
import { notifyOfPasskey } from './notify-of-passkey.ts';
import { lastPasskeyOfStaff, passkeyNotFound } from './passkey-errors.ts';
import * as passkeys from './passkeys.ts';

export const removePasskeySchema = withBrowserSchema.extend({ passkeyId: z.string() });

/** Removes one of the viewer's passkeys. Staff keep one: without any they could not enter the back office. */
export async function removePasskey(
  write: IdentityWrite,
  { accountId }: AccountViewer,
  { browser, passkeyId }: z.output<typeof removePasskeySchema>,
): Promise<void> {
  const { tx } = write;
  // Held while the passkeys are counted: of two removals at once, one sees the other.
  const account = await accounts.lock(tx, accountId);
  const removed = isId(passkeyId) && (await passkeys.remove(tx, accountId, passkeyId));
  if (!removed || !account) throw passkeyNotFound();
  if (account.roles.length > 0 && (await passkeys.count(tx, accountId)) === 0) throw lastPasskeyOfStaff();
  await notifyOfPasskey(write, account, 'PASSKEY_REMOVED', browser);
}
