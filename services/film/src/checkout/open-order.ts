import { isId } from '@marquee/data/ids';
import * as orders from '@marquee/payments/orders';
import { FILM_LIMITS } from '@marquee/rules/film';
import { ORDER_HOLD_MINUTES, PAYMENT_MESSAGES, SALES_CURRENCY } from '@marquee/rules/payments';
import { unlockHours } from '@marquee/rules/windows';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { transact } from '@marquee/service/use-case';
import { z } from 'zod';
import { placedSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { feeOf } from './fee.ts';
import { endOrderOfOtherOffer, type Kept, keepOrder, type Terms } from './keep-order.ts';
import { type OwnOrder, requireSales } from './own-order.ts';

const CENTS_MAX = BigInt(FILM_LIMITS.usdCostCentsMax);

export const openOrderSchema = placedSchema.extend({
  orderId: z.string().refine(isId, PAYMENT_MESSAGES.orderNotFound),
  filmId: z.string(),
  price: z.bigint().min(0n, PAYMENT_MESSAGES.priceChanged).max(CENTS_MAX, PAYMENT_MESSAGES.priceChanged),
});
type OpenOrder = z.output<typeof openOrderSchema>;

export type OpenedOrder = OwnOrder & { unlockHours: number; watchHours: number };

/** The viewer's order of an unlock and its payment, at the price that the viewer was shown [WAT-02]. */
export async function openOrder(
  resources: FilmResources,
  viewer: AccountViewer,
  input: OpenOrder,
): Promise<OpenedOrder> {
  const { config, db } = resources;
  const { desk } = requireSales(resources);
  const terms = moneyTerms(resources, input.price);
  await endOrderOfOtherOffer(resources, viewer, input, terms);
  const { orderId, film } = await transact<FilmResources, Kept>(resources, (write) =>
    keepOrder(write, viewer, input, terms),
  );
  const { filmTitle } = film;
  const { order, payment } = await desk.startPayment(orderId, filmTitle);
  const refund = await orders.findRefund(db, order.id);
  return { order, payment, refund, filmTitle, ...unlockHours(film, config.PAID_UNLOCK_HOURS) };
}

function moneyTerms(resources: FilmResources, price: bigint): Terms {
  return {
    ...{ amount: price, currency: SALES_CURRENCY, fee: feeOf(resources, price), minutes: ORDER_HOLD_MINUTES },
    provider: resources.desk.provider.name,
  };
}
