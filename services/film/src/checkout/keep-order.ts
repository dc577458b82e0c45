import { isId } from '@marquee/data/ids';
import { cannotCancel, notRefundable, orderNotFound } from '@marquee/payments/order-errors';
import type { NewOrder } from '@marquee/payments/orders';
import * as orders from '@marquee/payments/orders';
import { DomainError } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireVisibleTo } from '../films/film-rights.ts';
import type { FilmResources, FilmWrite } from '../resources.ts';
import * as access from '../watch/access.ts';
import { accessOf, type Moment, mayUnlock } from '../watch/film-access.ts';
import { accessRefused } from '../watch/watch-errors.ts';
import { alreadyUnlocked } from './checkout-errors.ts';
import { UNLOCK } from './unlock-goods.ts';

/** What the buyer was shown: how much of what. */
type Offer = Pick<NewOrder, 'amount' | 'currency'>;
type Asked = { orderId: string; filmId: string } & Pick<Moment, 'place'>;
/** What is kept of an order that is opened. */
export type Kept = { orderId: string; film: access.AccessRow };

/** How an order is made of what somebody was shown. */
export type Terms = Offer &
  Pick<NewOrder, 'fee' | 'provider'> & {
    /** How long the buyer may take to pay. */
    minutes: number;
    /** Whether the film is sold so. @throws DomainError FAILED_PRECONDITION where it is not, or for another price */
    requireSold(film: access.AccessRow): void;
  };

/** An open order of another offer is ended, so that the viewer pays what they were shown; one being paid stays. */
export async function endOrderOfOtherOffer(
  { db, desk }: Pick<FilmResources, 'db' | 'desk'>,
  { accountId }: AccountViewer,
  { filmId, amount, currency }: Offer & { filmId: string },
): Promise<void> {
  if (!isId(filmId)) return;
  const open = await orders.findOpen(db, { accountId, kind: UNLOCK, itemId: filmId });
  const isSame = open?.amount === amount && open.currency === currency;
  if (!open || (isSame && open.heldUntil > desk.now())) return;
  await desk.cancel(open.id).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.reason === 'PAYMENT_UNDER_WAY')) throw error;
  });
}

/** The viewer's order of an unlock, made once: for who may unlock the film, at the price that they were shown [WAT-02]. */
export async function keepOrder(
  write: FilmWrite,
  viewer: AccountViewer,
  { orderId: id, filmId, place }: Asked,
  { amount, currency, fee, provider, minutes, requireSold }: Terms,
): Promise<Kept> {
  const { tx, clock, desk } = write;
  const { accountId } = viewer;
  const now = clock.now();
  const film = await access.get(tx, filmId, accountId);
  requireVisibleTo(viewer, film);
  // A repeated request is answered with its order, whatever became of the film meanwhile.
  const known = await orders.find(tx, id);
  if (known && known.accountId !== accountId) throw orderNotFound();
  if (!known) {
    const right = accessOf(viewer, film, { now, place }, film);
    if (right.valid) throw alreadyUnlocked();
    if (!mayUnlock(right)) throw accessRefused(right);
    requireSold(film);
    if (await orders.isGoingBack(tx, { accountId, kind: UNLOCK, itemId: filmId, now })) throw notRefundable(true);
  }
  const heldUntil = new Date(now.getTime() + minutes * 60_000);
  const order = await desk.open(write, {
    ...{ id, accountId, kind: UNLOCK, itemId: filmId, amount, currency, fee, payeeId: film.createdBy, provider },
    ...{ heldUntil, createdAt: now },
  });
  // One that is paid in another way is on its way already.
  if (order.currency !== currency) throw cannotCancel();
  return { orderId: order.id, film };
}
