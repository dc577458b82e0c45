import type { Goods } from '@marquee/payments/goods';
import type { Order } from '@marquee/payments/orders';
import { DomainError } from '@marquee/runtime/errors';
import { isVisible } from '../films/film-rights.ts';
import type { FilmWrite } from '../resources.ts';
import * as stats from '../statistics/stats.ts';
import * as access from '../watch/access.ts';
import * as unlocks from '../watch/unlocks.ts';
import { filmUnlocked } from '../watch/watch-events.ts';
import { orderChanged } from './order-events.ts';

/** The kind of an order of an unlock. */
export const UNLOCK = 'UNLOCK';

/** Unlocks of films as something that is sold [WAT-02]. The unlock of an order has its id. */
export const unlockGoods: Goods<FilmWrite> = {
  async deliver({ tx, clock, emit, config }, order) {
    const { id, itemId: filmId, accountId, amount: paidAmount } = order;
    if (accountId === null || !(await isToBeHad(tx, order))) return undefined;
    const now = clock.now();
    const expireAt = new Date(now.getTime() + config.PAID_UNLOCK_HOURS * 3_600_000);
    // Somebody who has the film already does not pay for it twice.
    if (!(await unlocks.insert(tx, { id, accountId, filmId, expireAt, createdAt: now, paidAmount }))) return undefined;
    await stats.add(tx, filmId, { unlocks: 1 });
    await emit(filmUnlocked({ id, filmId, accountId }));
    return expireAt;
  },
  takeBack: ({ tx, clock }, { id }) => unlocks.setEnd(tx, id, clock.now()),
  restore: async ({ tx }, { id, goodsUntil }) => {
    if (goodsUntil) await unlocks.setEnd(tx, id, goodsUntil);
  },
  changed: ({ emit }, order, refund) => emit(orderChanged(order, refund)),
};

/** The film is there, is shown to everybody, plays, and is still what is unlocked for money. */
async function isToBeHad(tx: FilmWrite['tx'], { itemId, accountId }: Order): Promise<boolean> {
  try {
    const film = await access.get(tx, itemId, accountId);
    const isSold = !film.isFree && film.usdCost > 0n && !['TRAILER', 'SCREENING'].includes(film.releaseType);
    return isVisible(film) && film.filmReady && isSold;
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'FILM_NOT_FOUND') return false;
    throw error;
  }
}
