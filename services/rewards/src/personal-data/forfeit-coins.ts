import { newId } from '@marquee/data/ids';
import { transfer } from '@marquee/ledger/transfers';
import * as wallets from '../coins/wallets.ts';
import type { RewardsWrite } from '../resources.ts';
import * as closedAccounts from './closed-accounts.ts';

type Write = Pick<RewardsWrite, 'tx' | 'clock'>;

/** Takes what is left in the wallet of an account that closes; what is held for orders stays until these end. */
export async function closeWallet({ tx, clock }: Write, accountId: string): Promise<boolean> {
  const now = clock.now();
  // Before the mark, and opened where it is not there yet: what comes in at the same moment waits, or is waited for.
  await wallets.lock(tx, accountId, now);
  await closedAccounts.add(tx, accountId, now);
  await forfeitCoins({ tx, clock }, accountId);
  return false;
}

/** Takes what an order gave back to an account that was closed meanwhile. Its wallet is locked. */
export async function forfeitIfClosed(write: Write, accountId: string): Promise<void> {
  if (await closedAccounts.has(write.tx, accountId)) await forfeitCoins(write, accountId);
}

async function forfeitCoins({ tx, clock }: Write, accountId: string): Promise<void> {
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
