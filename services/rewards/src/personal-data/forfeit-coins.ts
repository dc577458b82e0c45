import { newId } from '@marquee/data/ids';
import { transfer } from '@marquee/ledger/transfers';
import * as wallets from '../coins/wallets.ts';
import type { RewardsWrite } from '../resources.ts';
import * as closedAccounts from './closed-accounts.ts';

type Write = Pick<RewardsWrite, 'tx' | 'clock'>;

/** Takes what is left in the wallet of an account that closes; what is held for orders stays until these end. */
export async function closeWallet({ tx, clock }: Write, accountId: string): Promise<boolean> {
  await closedAccounts.add(tx, accountId, clock.now());
  await forfeitCoins({ tx, clock }, accountId);
  return false;
}

/** Takes what an order gave back to an account that was closed meanwhile. */
export async function forfeitIfClosed(write: Write, accountId: string): Promise<void> {
  if (await closedAccounts.has(write.tx, accountId)) await forfeitCoins(write, accountId);
}

async function forfeitCoins({ tx, clock }: Write, accountId: string): Promise<void> {
  if (!(await wallets.find(tx, accountId))) return;
  const now = clock.now();
  const { wallet, granted } = await wallets.withGranted(tx, accountId, now);
  const { available } = await wallets.lockBalance(tx, wallet);
  if (available <= 0n) return;
  const entries = [
    { accountId: wallet, amount: -available },
    { accountId: granted, amount: available },
  ];
  await transfer(tx, { id: newId(), reason: 'ACCOUNT_CLOSED', entries, state: 'POSTED', now });
}
