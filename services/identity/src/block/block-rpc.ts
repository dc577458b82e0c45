import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { BlockService } from '@marquee/contracts/identity/v1/block_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { personMessage } from '../account/account-message.ts';
import { profileIdSchema } from '../people/visible-person.ts';
import type { IdentityResources } from '../resources.ts';
import { blockAccount } from './block-account.ts';
import type { BlockedPerson } from './blocks.ts';
import { listBlockedAccounts, listBlockedAccountsSchema } from './list-blocked-accounts.ts';
import { unblockAccount } from './unblock-account.ts';

const blockedMessage = ({ rows, nextCursor }: { rows: BlockedPerson[]; nextCursor: string }) => ({
  blocked: rows.map((row) => ({ person: personMessage(row), blockedAt: timestampFromDate(row.blockedAt) })),
  nextCursor,
});

/** Whom a person does not want to meet. */
export const blockRpc = rpc<IdentityResources>()(BlockService, {
  blockAccount: write(profileIdSchema, blockAccount, () => ({})),
  unblockAccount: write(profileIdSchema, unblockAccount, () => ({})),
  listBlockedAccounts: read(listBlockedAccountsSchema, listBlockedAccounts, blockedMessage),
});
