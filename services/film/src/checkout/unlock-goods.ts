import type { Goods } from '@marquee/payments/goods';
import type { Order } from '@marquee/payments/orders';
import { availabilityAt, unlockTerms } from '@marquee/rules/windows';
import { DomainError } from '@marquee/runtime/errors';
import { isVisible } from '../films/film-rights.ts';
import type { FilmWrite } from '../resources.ts';
import * as stats from '../statistics/stats.ts';
import * as access from '../watch/access.ts';
import * as unlocks from '../watch/unlocks.ts';
import { filmUnlocked } from '../watch/watch-events.ts';
import { isInCoins } from './coin-payments.ts';
import { noteRefund } from './note-refund.ts';
import { orderChanged } from './order-events.ts';

/** The kind of an order of an unlock. */
export const UNLOCK = 'UNLOCK';

/** Unlocks of films as something that is sold [WAT-02]. The unlock of an order has its id. */
export const unlockGoods: Goods<FilmWrite> = {
  async deliver({ tx, clock, emit, config }, order) {
    const { id, itemId: filmId, accountId, amount } = order;
    if (accountId === null) return undefined;
    const now = clock.now();
    const film = await filmToBeHad(tx, order, now);
    if (!film) return undefined;
    const terms = unlockTerms(film, config.PAID_UNLOCK_HOURS, now);
    const paid = isInCoins(order) ? { coins: amount } : { paidAmount: amount };
    // Somebody who has the film already does not pay for it twice.
    if (!(await unlocks.insert(tx, { id, accountId, filmId, ...terms, createdAt: now, ...paid }))) return undefined;
    await stats.add(tx, filmId, { unlocks: 1 });
    await emit(filmUnlocked({ id, filmId, accountId }));
    return terms.expireAt;
  },
  // Who gets a part of the money back keeps the film.
  takeBack: async ({ tx, clock }, { id }, { isPart }) => {
    if (!isPart) await unlocks.end(tx, id, clock.now());
  },
  restore: async ({ tx }, { id, goodsUntil }, { isPart }) => {
    if (goodsUntil && !isPart) await unlocks.restore(tx, id, goodsUntil);
  },
  async changed(write, order, refund) {
    if (refund) await noteRefund(write, order, refund);
    await write.emit(orderChanged(order, refund));
  },
};

/**
 * The film if it is there, is shown to everybody, plays, and is still unlocked for what was paid. Who pays while the price is
 * kept for them gets it also when it stopped being available meanwhile.
 */
async function filmToBeHad(
  tx: FilmWrite['tx'],
  { itemId, accountId, createdAt, heldUntil, currency }: Order,
  now: Date,
): Promise<access.AccessRow | undefined> {
  try {
    const film = await access.get(tx, itemId, accountId);
    const price = isInCoins({ currency }) ? film.coinCost : film.usdCost;
    const isSold = !film.isFree && price > 0n && !['TRAILER', 'SCREENING'].includes(film.releaseType);
    const isAvailable = availabilityAt(film, now <= heldUntil ? createdAt : now) === 'OPEN';
    return isVisible(film) && film.filmReady && isSold && isAvailable ? film : undefined;
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'FILM_NOT_FOUND') return undefined;
    throw error;
  }
}
