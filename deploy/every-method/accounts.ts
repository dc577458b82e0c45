import type { DescMethod } from '@bufbuild/protobuf';
import { OrganizationPayoutService } from '@marquee/contracts/festival/v1/payouts_pb';
import { PayoutService } from '@marquee/contracts/film/v1/payouts_pb';
import { ownerOf } from '@marquee/contracts/services';
import { newId } from '@marquee/data/ids';
import { type ImportedAccount, importAccounts } from '@marquee/identity/seed/import-accounts';
import { importSessions } from '@marquee/identity/seed/import-sessions';
import type { Viewer } from '@marquee/runtime/viewer';
import { resourcesOf, serviceNamed } from './running-services.ts';

const SESSION_MS = 3_600_000;

/** The address that the account of a scene has. */
export const emailOf = (accountId: string) => `${accountId}@example.com`;

export async function makeAccount(given: Partial<ImportedAccount> = {}): Promise<ImportedAccount> {
  const id = given.id ?? newId();
  const account: ImportedAccount = {
    ...{ id, email: emailOf(id), firstName: 'Ada', lastName: 'Lovelace' },
    ...{ consumerType: 'ENTERTAINMENT_PRO', accountType: 'INDIVIDUAL', talents: ['Director'] },
    ...given,
  };
  await importAccounts(resourcesOf('identity'), [account]);
  return account;
}

export async function makeSession(accountId: string) {
  const key = serviceNamed('identity').config.CHALLENGE_HASH_KEY as Uint8Array;
  const [session] = await importSessions(resourcesOf('identity'), key, [accountId], SESSION_MS);
  if (!session) throw new Error('no session was made');
  return session;
}

/** Only identity asks for the account and the session behind a viewer. */
export async function withAccount(method: DescMethod, viewer: Viewer): Promise<Viewer> {
  // Payouts ask identity for a fresh proof.
  const payouts: readonly string[] = [PayoutService.typeName, OrganizationPayoutService.typeName];
  const isKnown = ownerOf(method.parent) === 'identity' || payouts.includes(method.parent.typeName);
  if (viewer.kind !== 'account' || !isKnown) return viewer;
  const { accountId: id, roles } = viewer;
  await makeAccount({ id, roles });
  const { sessionId } = await makeSession(id);
  return { ...viewer, sessionId };
}
