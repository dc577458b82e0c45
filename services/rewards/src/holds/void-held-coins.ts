import { voidTransfer } from '@marquee/ledger/transfers';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { forfeitIfClosed } from '../personal-data/forfeit-coins.ts';
import type { RewardsWrite } from '../resources.ts';
import * as coinHolds from './coin-holds.ts';
import { heldOrderSchema } from './get-held-coins.ts';
import { coinOrderSchema } from './hold-coins.ts';
import { holdIdReused } from './hold-errors.ts';
import { lockWithWallet } from './locked-hold.ts';

const closedAccount = { accountId: z.literal(''), itemId: z.literal(''), coins: z.literal(0n) };
export const voidHeldCoinsSchema = z.union([heldOrderSchema.extend(closedAccount), coinOrderSchema]);

/**
 * Gives back what is held for an order that nobody gets. One that nothing is held for yet is kept as given back, so that a hold
 * that arrives later holds nothing.
 *
 * @throws DomainError NOT_FOUND, HOLD_NOT_FOUND for such an order without an account; CONFLICT, HOLD_ID_REUSED
 */
export async function voidHeldCoins(
  write: RewardsWrite,
  _service: Viewer,
  order: z.output<typeof voidHeldCoinsSchema>,
): Promise<coinHolds.CoinHold> {
  const { tx, clock } = write;
  const now = clock.now();
  const hold = (await lockWithWallet(tx, order, now)) ?? (await coinHolds.insertVoided(tx, order, now));
  // At the same time the id was used for another account.
  if (!hold) throw holdIdReused();
  return hold.state === 'HELD' ? giveBack(write, hold, 'VOIDED') : hold;
}

/** Ends a locked hold, whose wallet is locked too, without that anything is taken. */
export async function giveBack(
  write: Pick<RewardsWrite, 'tx' | 'clock'>,
  hold: coinHolds.HeldBefore,
  state: 'VOIDED' | 'EXPIRED',
): Promise<coinHolds.CoinHold> {
  const { tx, clock } = write;
  const at = clock.now();
  await voidTransfer(tx, hold.transferId, at);
  await forfeitIfClosed(write, hold.accountId);
  return coinHolds.end(tx, hold, { state, at });
}
