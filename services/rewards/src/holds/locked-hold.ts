import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import * as coinHolds from './coin-holds.ts';
import { holdNotFound } from './hold-errors.ts';

/** The hold of an order, locked. @throws DomainError NOT_FOUND, HOLD_NOT_FOUND */
export async function lockHold(tx: Tx, orderId: string): Promise<coinHolds.CoinHold> {
  const hold = isId(orderId) ? await coinHolds.lock(tx, orderId) : undefined;
  if (!hold) throw holdNotFound();
  return hold;
}
