import { isId } from '@marquee/data/ids';
import * as orders from '@marquee/payments/orders';
import { COIN_MESSAGES, COIN_ORDER_MINUTES, COIN_UNIT, COINS_MAX } from '@marquee/rules/coins';
import { PAYMENT_MESSAGES } from '@marquee/rules/payments';
import { unlockHours } from '@marquee/rules/windows';
import { DomainError } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { transact } from '@marquee/service/use-case';
import { z } from 'zod';
import { placedSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { COINS } from './coin-payments.ts';
import { endOrderOfOtherOffer, type Kept, keepOrder, type Terms } from './keep-order.ts';
import type { OpenedOrder } from './open-order.ts';

export const unlockWithCoinsSchema = placedSchema.extend({
  orderId: z.string().refine(isId, PAYMENT_MESSAGES.orderNotFound),
  filmId: z.string(),
  coins: z.bigint().min(1n, COIN_MESSAGES.coinRange).max(BigInt(COINS_MAX), COIN_MESSAGES.coinRange),
});

/**
 * Unlocks a film with the viewer's coins, at the price that they were shown [WAT-02]: rewards holds them, the film is unlocked, and
 * they are taken. What stops halfway continues when it is asked for again, or by the sweeper.
 *
 * @throws DomainError FAILED_PRECONDITION, NOT_ENOUGH_COINS
 */
export async function unlockWithCoins(
  resources: FilmResources,
  viewer: AccountViewer,
  { coins, ...input }: z.output<typeof unlockWithCoinsSchema>,
): Promise<OpenedOrder> {
  const { config, db, desk } = resources;
  const terms = coinTerms(coins);
  await endOrderOfOtherOffer(resources, viewer, input, terms);
  const { orderId, film } = await transact<FilmResources, Kept>(resources, (write) =>
    keepOrder(write, viewer, input, terms),
  );
  const { filmTitle } = film;
  const { order, payment } = await desk.startPayment(orderId, filmTitle).catch(async (error: unknown) => {
    // Nothing is held: the film can be paid for in another way at once.
    if (error instanceof DomainError && error.reason === 'NOT_ENOUGH_COINS') await desk.cancel(orderId);
    throw error;
  });
  const refund = await orders.findRefund(db, order.id);
  return { order, payment, refund, filmTitle, ...unlockHours(film, config.PAID_UNLOCK_HOURS) };
}

/** Coins are no money: all of them are the platform's, and the maker, who chose that price, earns nothing. */
function coinTerms(coins: bigint): Terms {
  return { amount: coins, currency: COIN_UNIT, fee: coins, provider: COINS, minutes: COIN_ORDER_MINUTES };
}
