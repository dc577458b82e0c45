import { isId } from '@marquee/data/ids';
import { notRefundable, orderNotFound } from '@marquee/payments/order-errors';
import * as orders from '@marquee/payments/orders';
import { FILM_LIMITS } from '@marquee/rules/film';
import { ORDER_HOLD_MINUTES, PAYMENT_MESSAGES, SALES_CURRENCY } from '@marquee/rules/payments';
import { unlockHours } from '@marquee/rules/windows';
import { DomainError } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { transact } from '@marquee/service/use-case';
import { z } from 'zod';
import { requireVisibleTo } from '../films/film-rights.ts';
import { placedSchema } from '../films/request-schemas.ts';
import type { FilmResources, FilmWrite } from '../resources.ts';
import * as access from '../watch/access.ts';
import { accessOf, mayUnlock } from '../watch/film-access.ts';
import { accessRefused, paymentsUnavailable } from '../watch/watch-errors.ts';
import { alreadyUnlocked, nothingToPay, priceChanged } from './checkout-errors.ts';
import { feeOf } from './fee.ts';
import type { OwnOrder } from './own-order.ts';
import type { Sales } from './sales.ts';
import { UNLOCK } from './unlock-goods.ts';

const CENTS_MAX = BigInt(FILM_LIMITS.usdCostCentsMax);

export const openOrderSchema = placedSchema.extend({
  orderId: z.string().refine(isId, PAYMENT_MESSAGES.orderNotFound),
  filmId: z.string(),
  price: z.bigint().min(1n, PAYMENT_MESSAGES.nothingToPay).max(CENTS_MAX, PAYMENT_MESSAGES.priceChanged),
});
type OpenOrder = z.output<typeof openOrderSchema>;

export type OpenedOrder = OwnOrder & { unlockHours: number; watchHours: number };
/** What is kept of an order that is opened. */
type Kept = { orderId: string; film: access.AccessRow };

/** The viewer's order of an unlock and its payment, at the price that the viewer was shown [WAT-02]. */
export async function openOrder(
  resources: FilmResources,
  viewer: AccountViewer,
  input: OpenOrder,
): Promise<OpenedOrder> {
  const { sales, config, db } = resources;
  if (!sales) throw paymentsUnavailable();
  await endOrderOfOtherPrice(resources, sales, viewer, input);
  const { orderId, film } = await transact<FilmResources, Kept>(resources, (write) =>
    keepOrder(write, sales, viewer, input),
  );
  const { filmTitle } = film;
  const { order, payment } = await sales.desk.startPayment(orderId, filmTitle);
  const refund = await orders.findRefund(db, order.id);
  return { order, payment, refund, filmTitle, ...unlockHours(film, config.PAID_UNLOCK_HOURS) };
}

/** An open order of an older price is ended, so that the viewer pays what they were shown; one being paid stays. */
async function endOrderOfOtherPrice(
  { db }: FilmResources,
  { desk }: Sales,
  { accountId }: AccountViewer,
  { filmId, price }: OpenOrder,
): Promise<void> {
  if (!isId(filmId)) return;
  const open = await orders.findOpen(db, { accountId, kind: UNLOCK, itemId: filmId });
  if (!open || (open.amount === price && open.heldUntil > desk.now())) return;
  await desk.cancel(open.id).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.reason === 'PAYMENT_UNDER_WAY')) throw error;
  });
}

async function keepOrder(
  write: FilmWrite,
  { desk }: Sales,
  viewer: AccountViewer,
  { orderId: id, filmId, price, place }: OpenOrder,
): Promise<Kept> {
  const { tx, clock } = write;
  const { accountId } = viewer;
  const now = clock.now();
  const film = await access.get(tx, filmId, accountId);
  requireVisibleTo(viewer, film);
  const { usdCost, createdBy: payeeId } = film;
  // A repeated request is answered with its order, whatever became of the film meanwhile.
  const known = await orders.find(tx, id);
  if (known && known.accountId !== accountId) throw orderNotFound();
  if (!known) {
    const right = accessOf(viewer, film, { now, place }, film);
    if (right.valid) throw alreadyUnlocked();
    if (!mayUnlock(right)) throw accessRefused(right);
    if (film.isFree || usdCost === 0n) throw nothingToPay();
    if (usdCost !== price) throw priceChanged(usdCost);
    if (await orders.isGoingBack(tx, { accountId, kind: UNLOCK, itemId: filmId, now })) throw notRefundable(true);
  }
  const heldUntil = new Date(now.getTime() + ORDER_HOLD_MINUTES * 60_000);
  const sold = {
    kind: UNLOCK,
    itemId: filmId,
    amount: price,
    currency: SALES_CURRENCY,
    fee: feeOf(write, price),
    payeeId,
  };
  const order = await desk.open(write, {
    ...{ id, accountId, ...sold, provider: desk.provider.name, heldUntil, createdAt: now },
  });
  return { orderId: order.id, film };
}
