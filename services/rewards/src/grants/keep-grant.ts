import { transfer } from '@marquee/ledger/transfers';
import type { CoinGrant } from '../../gen/prisma/client.ts';
import * as wallets from '../coins/wallets.ts';
import * as closedAccounts from '../personal-data/closed-accounts.ts';
import type { RewardsWrite } from '../resources.ts';
import * as coinGrants from './coin-grants.ts';

/** Puts what was earned into the wallet, once for each grant, however often it is heard of [REW-06]. */
export async function keepGrant({ tx, clock }: Pick<RewardsWrite, 'tx' | 'clock'>, grant: CoinGrant): Promise<void> {
  const { id, accountId, reason, coins } = grant;
  const now = clock.now();
  const { wallet, granted } = await wallets.withGranted(tx, accountId, now);
  // Before what is looked up: an account that closes at the same moment waits, or is waited for.
  await wallets.lockBalance(tx, wallet);
  if (await closedAccounts.has(tx, accountId)) return;
  if (!(await coinGrants.insert(tx, grant))) return;
  const entries = [
    { accountId: granted, amount: -coins },
    { accountId: wallet, amount: coins },
  ];
  await transfer(tx, { id, reason, entries, state: 'POSTED', now });
}
