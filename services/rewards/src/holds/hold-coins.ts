import { isId, newId } from '@marquee/data/ids';
import { transfer } from '@marquee/ledger/transfers';
import { COIN_HOLD_HOURS, COIN_MESSAGES, COINS_MAX } from '@marquee/rules/coins';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as wallets from '../coins/wallets.ts';
import type { RewardsWrite } from '../resources.ts';
import * as coinHolds from './coin-holds.ts';
import { holdIdReused } from './hold-errors.ts';

const HOUR_MS = 3_600_000;
/** What is longer is cut: it is only shown. */
const ITEM_TITLE_MAX = 200;
const id = z.string().refine(isId, COIN_MESSAGES.idUnknown);
export const coinOrderSchema = z.object({
  orderId: id,
  accountId: id,
  itemId: id,
  coins: z.bigint().min(1n, COIN_MESSAGES.coinRange).max(BigInt(COINS_MAX), COIN_MESSAGES.coinRange),
});
export const holdCoinsSchema = coinOrderSchema.extend({
  itemTitle: z.string().transform((title) => title.slice(0, ITEM_TITLE_MAX)),
});
type HoldCoins = z.output<typeof holdCoinsSchema>;

/** How the coins of an order stand; NOT_ENOUGH where the wallet had fewer and nothing is held. */
export type Held = Pick<coinHolds.CoinHold, 'orderId' | 'accountId' | 'coins'> & {
  state: coinHolds.HoldState | 'NOT_ENOUGH';
};

/**
 * Holds coins of a wallet for an order, once. A repeated call gives what became of it by then.
 *
 * @throws DomainError CONFLICT, HOLD_ID_REUSED
 */
export async function holdCoins(write: RewardsWrite, _service: Viewer, asked: HoldCoins): Promise<Held> {
  const { tx, clock } = write;
  const { orderId, accountId, itemId, coins } = asked;
  const now = clock.now();
  const { wallet, spent } = await wallets.withSpent(tx, accountId, now);
  // Orders of one wallet wait for each other here, so that what is known after it stays so.
  const { available } = await wallets.lockBalance(tx, wallet);
  const known = await coinHolds.lock(tx, orderId);
  if (known) return same(known, asked);
  if (available < coins) return { orderId, accountId, coins, state: 'NOT_ENOUGH' };
  const expiresAt = new Date(now.getTime() + COIN_HOLD_HOURS * HOUR_MS);
  const made = await coinHolds.insert(tx, { ...asked, createdAt: now, expiresAt, transferId: newId() });
  // At the same time the id was used for another account.
  if (!made) throw holdIdReused();
  const entries = [
    { accountId: wallet, amount: -coins },
    { accountId: spent, amount: coins },
  ];
  await transfer(tx, { id: made.transferId, reason: 'UNLOCK', subjectId: itemId, entries, state: 'PENDING', now });
  return made;
}

function same(known: coinHolds.CoinHold, { accountId, itemId, coins }: HoldCoins): coinHolds.CoinHold {
  if (known.accountId !== accountId || known.itemId !== itemId || known.coins !== coins) throw holdIdReused();
  return known;
}
