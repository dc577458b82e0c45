import { newId } from '@marquee/data/ids';
import { post, transfer } from '@marquee/ledger/transfers';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as wallets from '../coins/wallets.ts';
import { forfeitIfClosed } from '../personal-data/forfeit-coins.ts';
import type { RewardsWrite } from '../resources.ts';
import * as coinHolds from './coin-holds.ts';
import type { heldOrderSchema } from './get-held-coins.ts';
import { holdNotFound } from './hold-errors.ts';
import { lockWithWallet } from './locked-hold.ts';

/**
 * Gives back what an order was paid with, once. What is only held is taken first, so that both movements are seen.
 *
 * @throws DomainError NOT_FOUND, HOLD_NOT_FOUND
 */
export async function returnCoins(
  write: RewardsWrite,
  _service: Viewer,
  { orderId }: z.output<typeof heldOrderSchema>,
): Promise<coinHolds.CoinHold> {
  const { tx, clock } = write;
  const now = clock.now();
  const hold = await lockWithWallet(tx, { orderId }, now);
  if (!hold) throw holdNotFound();
  if (hold.state !== 'HELD' && hold.state !== 'POSTED') return hold;
  const { accountId, itemId, coins, transferId } = hold;
  if (hold.state === 'HELD') await post(tx, transferId, now);
  const { wallet, spent } = await wallets.withSpent(tx, accountId, now);
  const id = newId();
  const entries = [
    { accountId: spent, amount: -coins },
    { accountId: wallet, amount: coins },
  ];
  await transfer(tx, { id, reason: 'UNLOCK_RETURNED', subjectId: itemId, entries, state: 'POSTED', now });
  await forfeitIfClosed(write, accountId);
  return coinHolds.end(tx, hold, { state: 'RETURNED', at: now, returnId: id });
}
