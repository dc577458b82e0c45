import type { AccountViewer } from '@marquee/runtime/viewer';
import type { IdentityResources } from '../resources.ts';
import type { Passkey } from './passkeys.ts';
import * as passkeys from './passkeys.ts';

/** The viewer's own passkeys, newest first. */
export function listPasskeys({ prisma }: IdentityResources, { accountId }: AccountViewer): Promise<Passkey[]> {
  return passkeys.list(prisma, accountId);
}
