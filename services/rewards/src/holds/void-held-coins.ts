import { voidTransfer } from '@marquee/ledger/transfers';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { forfeitIfClosed } from '../personal-data/forfeit-coins.ts';
import type { RewardsWrite } from '../resources.ts';
import * as coinHolds from './coin-holds.ts';
import type { heldOrderSchema } from './get-held-coins.ts';
import { lockHold } from './locked-hold.ts';

/** Gives back what is held for an order that nobody gets. @throws DomainError NOT_FOUND, HOLD_NOT_FOUND */
export async function voidHeldCoins(
  write: RewardsWrite,
  _service: Viewer,
  { orderId }: z.output<typeof heldOrderSchema>,
): Promise<coinHolds.CoinHold> {
  const hold = await lockHold(write.tx, orderId);
  return hold.state === 'HELD' ? giveBack(write, hold, 'VOIDED') : hold;
}

/** Ends a locked hold without that anything is taken. */
export async function giveBack(
  write: Pick<RewardsWrite, 'tx' | 'clock'>,
  hold: coinHolds.CoinHold,
  state: 'VOIDED' | 'EXPIRED',
): Promise<coinHolds.CoinHold> {
  const { tx, clock } = write;
  const at = clock.now();
  await voidTransfer(tx, hold.transferId, at);
  await forfeitIfClosed(write, hold.accountId);
  return coinHolds.end(tx, hold, { state, at });
}
