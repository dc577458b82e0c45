import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { RewardsResources } from '../resources.ts';
import * as coinHolds from './coin-holds.ts';
import { holdNotFound } from './hold-errors.ts';

export const heldOrderSchema = z.object({ orderId: z.string() });

/** How the coins of an order stand. @throws DomainError NOT_FOUND, HOLD_NOT_FOUND */
export async function getHeldCoins(
  { db }: RewardsResources,
  _service: Viewer,
  { orderId }: z.output<typeof heldOrderSchema>,
): Promise<coinHolds.CoinHold> {
  const hold = isId(orderId) ? await coinHolds.find(db, orderId) : undefined;
  if (!hold) throw holdNotFound();
  return hold;
}
