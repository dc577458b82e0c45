import { notRefundable } from '@marquee/payments/order-errors';
import type { NewOrder, Order } from '@marquee/payments/orders';
import * as orders from '@marquee/payments/orders';
import { availabilityAt } from '@marquee/rules/windows';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireVisibleTo } from '../films/film-rights.ts';
import type { Queryable } from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import * as access from '../watch/access.ts';
import { accessOf, type Moment, mayUnlock } from '../watch/film-access.ts';
import { accessRefused } from '../watch/watch-errors.ts';
import {
  alreadyUnlocked,
  coinPriceChanged,
  coinsOnly,
  notForCoins,
  nothingToPay,
  priceChanged,
} from './checkout-errors.ts';
import { isInCoins } from './coin-payments.ts';
import { UNLOCK } from './unlock-goods.ts';

/** What the buyer was shown: how much of what. */
export type Offer = Pick<NewOrder, 'amount' | 'currency'>;

/** Whether the viewer may buy a film now and here, for what they were shown. */
export async function requireOffered(
  db: Queryable,
  viewer: AccountViewer,
  film: access.AccessRow,
  { offer, place, now }: { offer: Offer } & Pick<Moment, 'place' | 'now'>,
): Promise<void> {
  requireVisibleTo(viewer, film);
  const right = accessOf(viewer, film, { now, place }, film);
  if (right.valid) throw alreadyUnlocked();
  if (!mayUnlock(right)) throw accessRefused(right);
  requireSold(film, offer);
  const unlock = { accountId: viewer.accountId, kind: UNLOCK, itemId: film.id, now };
  if (await orders.isGoingBack(db, unlock)) throw notRefundable(true);
}

/**
 * The same before an order is paid, which is ended where it is refused [WAT-02, WAT-03]. For who pays in time, a film is available
 * as it was when they ordered it.
 */
export async function requirePayable(
  { db, desk }: Pick<FilmResources, 'db' | 'desk'>,
  viewer: AccountViewer,
  order: Order,
  place: Moment['place'],
): Promise<void> {
  await desk.requirePayable(order, async () => {
    const film = await access.get(db, order.itemId, viewer.accountId);
    const isKept = availabilityAt(film, order.createdAt) === 'OPEN';
    const kept = isKept ? { ...film, availableFrom: null, availableUntil: null } : film;
    await requireOffered(db, viewer, kept, { offer: order, place, now: desk.now() });
  });
}

/** @throws DomainError FAILED_PRECONDITION where the film is not sold so, or for another price */
function requireSold({ isFree, usdCost, coinCost, releaseType }: access.AccessRow, { amount, currency }: Offer): void {
  if (isInCoins({ currency })) {
    if (isFree || coinCost === 0n || releaseType === 'SCREENING') throw notForCoins();
    if (coinCost !== amount) throw coinPriceChanged(coinCost);
    return;
  }
  if (!isFree && usdCost === 0n && coinCost > 0n) throw coinsOnly();
  if (isFree || usdCost === 0n) throw nothingToPay();
  if (usdCost !== amount) throw priceChanged(usdCost);
}
