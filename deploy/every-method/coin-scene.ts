import { CoinHoldService } from '@marquee/contracts/rewards/v1/coins_pb';
import { newId } from '@marquee/data/ids';
import * as orders from '@marquee/payments/orders';
import * as coinGrants from '@marquee/rewards/grants/coin-grants';
import { keepGrant } from '@marquee/rewards/grants/keep-grant';
import { systemClock } from '@marquee/runtime/clock';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { serviceNamed } from './running-services.ts';
import type { Scene } from './scene.ts';

const COINS = 100n;
const HOUR_MS = 3_600_000;

/** Gives the caller of a scene as many coins as a film costs. */
async function earn(accountId: string): Promise<void> {
  const grant = {
    id: coinGrants.idOf(newId()),
    accountId,
    reason: 'NAME_AND_BIO',
    coins: COINS,
    grantedAt: new Date(),
  };
  const { db } = serviceNamed('rewards').platform;
  await db.transaction((tx) => keepGrant({ tx, clock: systemClock }, grant));
}

/** What somebody pays with coins. */
export async function coinOrder(scene: Scene) {
  const accountId = scene.callerId();
  await earn(accountId);
  return { accountId, coins: COINS, itemId: scene.named(newId()) };
}

/** An order that coins are held for, as its service asks for it. */
export async function heldCoinOrder(scene: Scene) {
  const order = { ...(await coinOrder(scene)), orderId: scene.named(newId()) };
  const film = clientFor(serviceNamed('rewards'), CoinHoldService, viewers.service('film'), { callee: 'rewards' });
  await film.holdCoins(order);
  return order;
}

export async function heldOrder(scene: Scene): Promise<{ orderId: string }> {
  const { orderId } = await heldCoinOrder(scene);
  return { orderId };
}

/** A film that costs coins, which the caller has, and their order of it. */
export async function filmForCoins(scene: Scene) {
  const { id: filmId } = await scene.film();
  const { db } = serviceNamed('film').platform;
  const text = 'UPDATE films SET is_free = false, usd_cost = 499, coin_cost = $2 WHERE id = $1';
  await db.query(text, [filmId, COINS]);
  const accountId = scene.callerId();
  await earn(accountId);
  // The other fields of a request have made an order of the same film for money, and only one can be open.
  await db.query("UPDATE orders SET state = 'CANCELLED' WHERE account_id = $1 AND item_id = $2", [accountId, filmId]);
  const [id, createdAt] = [scene.named(newId()), new Date()];
  const sold = { kind: 'UNLOCK', itemId: filmId, amount: COINS, currency: 'COIN', fee: COINS, payeeId: newId() };
  const heldUntil = new Date(createdAt.getTime() + HOUR_MS);
  await db.transaction((tx) => orders.insert(tx, { ...sold, id, accountId, provider: 'coins', heldUntil, createdAt }));
  return { filmId, coins: COINS, orderId: id };
}
