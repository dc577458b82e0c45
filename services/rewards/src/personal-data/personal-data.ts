import type { PersonalData } from '@marquee/service/personal-data';
import { LEDGER_TABLES } from '@marquee/service/platform-tables';
import type { RewardsResources } from '../resources.ts';
import { forfeitCoins } from './forfeit-coins.ts';

const OWN_ID = 'no: the id of the account';
const INTERNAL = 'no: internal';

/** Every column of rewards, and what export and closing do with it. A table with personal data is one entry here. */
export const personalData: PersonalData<RewardsResources> = {
  // Coins cannot be spent without an account: what is left goes back to where coins come from.
  close: forfeitCoins,
  tables: {
    coin_grants: {
      of: 'account_id = $1',
      key: ['id'],
      // The ledger keeps their transfers by their ids, so that a late event grants nothing again.
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
        ...{ expires_at: INTERNAL, ended_at: 'yes', return_id: INTERNAL },
      },
    },
  },
  others: LEDGER_TABLES,
};
