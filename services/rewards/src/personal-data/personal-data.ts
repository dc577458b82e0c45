import type { PersonalData } from '@marquee/service/personal-data';
import { LEDGER_TABLES } from '@marquee/service/platform-tables';
import type { RewardsResources } from '../resources.ts';
import { closeWallet } from './forfeit-coins.ts';

const OWN_ID = 'no: the id of the account';
const INTERNAL = 'no: internal';

/** Every column of rewards, and what export and closing do with it. A table with personal data is one entry here. */
export const personalData: PersonalData<RewardsResources> = {
  // Coins cannot be spent without an account: what is left goes back to where coins come from.
  close: closeWallet,
  tables: {
    coin_grants: {
      of: 'account_id = $1',
      key: ['id'],
      close: 'delete',
      columns: { id: INTERNAL, account_id: OWN_ID, reason: 'yes', coins: 'yes', granted_at: 'yes' },
    },
    coin_holds: {
      of: 'account_id = $1',
      key: ['order_id'],
      close:
        'keep: an order that is not ended needs it, and the books; the account’s id names nobody once it is closed',
      columns: {
        ...{ order_id: 'yes', account_id: OWN_ID, item_id: 'yes', coins: 'yes', state: 'yes', created_at: 'yes' },
        ...{ item_title: 'yes', expires_at: INTERNAL, transfer_id: INTERNAL, ended_at: 'yes', return_id: INTERNAL },
      },
    },
    closed_accounts: {
      of: 'account_id = $1',
      key: ['account_id'],
      close: 'keep: what comes to the wallet later is taken at once; the id names nobody any more',
      columns: { account_id: OWN_ID, closed_at: INTERNAL },
    },
  },
  others: LEDGER_TABLES,
};
