import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import * as wallets from '../coins/wallets.ts';
import * as coinHolds from './coin-holds.ts';
import { holdIdReused, holdNotFound } from './hold-errors.ts';

/** The hold of an order, locked. @throws DomainError NOT_FOUND, HOLD_NOT_FOUND */
export async function lockHold(tx: Tx, orderId: string): Promise<coinHolds.CoinHold> {
  const hold = isId(orderId) ? await coinHolds.lock(tx, orderId) : undefined;
  if (!hold) throw holdNotFound();
  return hold;
}

/**
 * The hold of an order, if there is one, locked after the wallet that its coins go back to, in the order of HoldCoins. An account
 * that closes at the same moment waits for the wallet, or is waited for, so that no coins stay in it.
 *
 * @throws DomainError NOT_FOUND, HOLD_NOT_FOUND where neither a hold nor an account is known; CONFLICT, HOLD_ID_REUSED
 */
export async function lockWithWallet(
  tx: Tx,
  { orderId, accountId = '' }: { orderId: string; accountId?: string },
  now: Date,
): Promise<coinHolds.CoinHold | undefined> {
  const found = isId(orderId) ? await coinHolds.find(tx, orderId) : undefined;
  const owner = found?.accountId ?? accountId;
  if (owner === '') throw holdNotFound();
  await wallets.lock(tx, owner, now);
  const hold = await coinHolds.lock(tx, orderId);
  // At the same time the id was used for another account.
  if (hold && hold.accountId !== owner) throw holdIdReused();
  return hold;
}
