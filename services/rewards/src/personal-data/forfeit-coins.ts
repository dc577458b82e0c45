import { newId } from '@marquee/data/ids';
import { transfer } from '@marquee/ledger/transfers';
import * as wallets from '../coins/wallets.ts';
import type { RewardsWrite } from '../resources.ts';

/** Takes what is left in the wallet of an account that closes; what is held for orders stays until these end. */
export async function forfeitCoins(
  { tx, clock }: Pick<RewardsWrite, 'tx' | 'clock'>,
  accountId: string,
): Promise<boolean> {
  if (!(await wallets.find(tx, accountId))) return false;
  const now = clock.now();
  const { wallet, granted } = await wallets.withGranted(tx, accountId, now);
  const { available } = await wallets.lockBalance(tx, wallet);
  if (available <= 0n) return false;
  const entries = [
    { accountId: wallet, amount: -available },
    { accountId: granted, amount: available },
  ];
  await transfer(tx, { id: newId(), reason: 'ACCOUNT_CLOSED', entries, state: 'POSTED', now });
  return false;
}
