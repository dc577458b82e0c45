import { isId } from '@marquee/data/ids';
import { passkeyNameSchema } from '@marquee/rules/passkeys';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityWrite } from '../resources.ts';
import { passkeyNotFound } from './passkey-errors.ts';
import type { Passkey } from './passkeys.ts';
import * as passkeys from './passkeys.ts';

export const renamePasskeySchema = z.object({ passkeyId: z.string(), name: passkeyNameSchema });

/** Gives one of the viewer's passkeys another name. */
export async function renamePasskey(
  { tx }: IdentityWrite,
  { accountId }: AccountViewer,
  { passkeyId, name }: z.output<typeof renamePasskeySchema>,
): Promise<Passkey> {
  const renamed = isId(passkeyId) ? await passkeys.rename(tx, accountId, passkeyId, name) : undefined;
  if (!renamed) throw passkeyNotFound();
  return renamed;
}
