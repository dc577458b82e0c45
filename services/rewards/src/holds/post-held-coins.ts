import { post } from '@marquee/ledger/transfers';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { RewardsWrite } from '../resources.ts';
import * as coinHolds from './coin-holds.ts';
import type { heldOrderSchema } from './get-held-coins.ts';
import { lockHold } from './locked-hold.ts';

/** Takes what is held for an order that was delivered. @throws DomainError NOT_FOUND, HOLD_NOT_FOUND */
export async function postHeldCoins(
  { tx, clock }: RewardsWrite,
  _service: Viewer,
  { orderId }: z.output<typeof heldOrderSchema>,
): Promise<coinHolds.CoinHold> {
  const hold = await lockHold(tx, orderId);
  if (hold.state !== 'HELD') return hold;
  const at = clock.now();
  await post(tx, hold.transferId, at);
  return coinHolds.end(tx, hold, { state: 'POSTED', at });
}
