import { isId } from '@marquee/data/ids';
import { cannotCancel, orderNotFound } from '@marquee/payments/order-errors';
import type { NewOrder } from '@marquee/payments/orders';
import * as orders from '@marquee/payments/orders';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireVisibleTo } from '../films/film-rights.ts';
import type { FilmResources, FilmWrite } from '../resources.ts';
import * as access from '../watch/access.ts';
import type { Moment } from '../watch/film-access.ts';
import { type Offer, requireOffered, requirePayable } from './require-offered.ts';
import { UNLOCK } from './unlock-goods.ts';

type Asked = { orderId: string; filmId: string } & Pick<Moment, 'place'>;
/** What is kept of an order that is opened. */
export type Kept = { orderId: string; film: access.AccessRow };

/** How an order is made of what somebody was shown. */
export type Terms = Offer &
  Pick<NewOrder, 'fee' | 'provider'> & {
    /** How long the buyer may take to pay. */
    minutes: number;
  };

/**
 * An open order of another offer is ended, so that the viewer pays what they were shown; one being paid stays, as does any where the
 * film is not sold to them so. The one that is asked for again has to be as it could be opened now.
 *
 * @throws DomainError as `keepOrder` does for a film that is not sold so
 */
export async function endOrderOfOtherOffer(
  { db, desk }: Pick<FilmResources, 'db' | 'desk'>,
  viewer: AccountViewer,
  asked: Asked,
  terms: Terms,
): Promise<void> {
  const { orderId, filmId, place } = asked;
  if (!isId(filmId)) return;
  const open = await orders.findOpen(db, { accountId: viewer.accountId, kind: UNLOCK, itemId: filmId });
  const isSame = open?.amount === terms.amount && open.currency === terms.currency;
  if (!open) return;
  if (isSame && open.heldUntil > desk.now()) {
    if (open.id === orderId) await requirePayable({ db, desk }, viewer, open, place);
    return;
  }
  if (open.id !== orderId) {
    // A repeated request is answered with its own order.
    if (await orders.find(db, orderId)) return;
    const film = await access.get(db, filmId, viewer.accountId);
    await requireOffered(db, viewer, film, { offer: terms, place, now: desk.now() });
  }
  await desk.endUnlessUnderWay(open.id);
}

/** The viewer's order of an unlock, made once: for who may unlock the film, at the price that they were shown [WAT-02]. */
export async function keepOrder(write: FilmWrite, viewer: AccountViewer, asked: Asked, terms: Terms): Promise<Kept> {
  const { orderId: id, filmId, place } = asked;
  const { amount, currency, fee, provider, minutes } = terms;
  const { tx, clock, desk } = write;
  const { accountId } = viewer;
  const now = clock.now();
  const film = await access.get(tx, filmId, accountId);
  // A repeated request is answered with its order, whatever became of the film meanwhile.
  const known = await orders.find(tx, id);
  if (known && known.accountId !== accountId) throw orderNotFound();
  if (known) requireVisibleTo(viewer, film);
  else await requireOffered(tx, viewer, film, { offer: terms, place, now });
  const heldUntil = new Date(now.getTime() + minutes * 60_000);
  const order = await desk.open(write, {
    ...{ id, accountId, kind: UNLOCK, itemId: filmId, amount, currency, fee, payeeId: film.createdBy, provider },
    ...{ heldUntil, createdAt: now },
  });
  // One that is paid in another way is on its way already.
  if (order.currency !== currency) throw cannotCancel();
  return { orderId: order.id, film };
}
