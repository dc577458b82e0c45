import { isId } from '@marquee/data/ids';
import { orderEnded, orderIdReused, orderNotFound } from '@marquee/payments/order-errors';
import type { NewOrder, Order } from '@marquee/payments/orders';
import { PAYMENT_MESSAGES, SALES_CURRENCY } from '@marquee/rules/payments';
import { promoCode } from '@marquee/rules/promo-codes';
import { TICKET_LIMITS, ticketChoice } from '@marquee/rules/tickets';
import { DomainError } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { transact } from '@marquee/service/use-case';
import { z } from 'zod';
import { priceWithCode, takeUse } from '../promo-codes/take-code.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import { requireAdmission } from '../sale-rooms/require-admission.ts';
import * as tallies from '../tallies/tallies.ts';
import * as events from '../tickets/events.ts';
import { saleStateOf } from '../tickets/sale-state.ts';
import { ticketTypeNotFound } from '../tickets/ticket-errors.ts';
import * as types from '../tickets/ticket-types.ts';
import * as waits from '../waiting-lists/ticket-waits.ts';
import { notOnSale, overLimit, soldOut } from './checkout-errors.ts';
import { deliverTickets } from './deliver-tickets.ts';
import { feeOf } from './fee.ts';
import { type OwnTicketOrder, requireSales, withAll } from './own-ticket-order.ts';
import { requirePrice } from './require-price.ts';
import { TICKETS } from './ticket-goods.ts';
import * as ticketOrders from './ticket-orders.ts';

export const openTicketOrderSchema = ticketChoice.extend({
  orderId: z.string().refine(isId, PAYMENT_MESSAGES.orderNotFound),
  ticketTypeId: z.string(),
  admission: z.string(),
  promoCode: z.union([z.literal(''), promoCode]),
  discount: z.bigint(),
});
type OpenTicketOrder = z.output<typeof openTicketOrderSchema>;

/** Holds tickets for the viewer at the price that they were shown or chose; what is free is theirs at once [TIC-04]. */
export async function openTicketOrder(
  resources: FestivalResources,
  viewer: AccountViewer,
  input: OpenTicketOrder,
): Promise<OwnTicketOrder> {
  const { orderId, ticketTypeId: typeId } = input;
  if (!isId(typeId)) throw ticketTypeNotFound();
  // What is open beside is known by the order of money that is made below, where one is.
  if (isFree(input) || resources.soldOut.has(typeId)) {
    const beside = { id: orderId, accountId: viewer.accountId, typeId, kind: TICKETS };
    const { isKnown, openId } = await ticketOrders.findBeside(resources.db, beside);
    if (!isKnown) {
      if (resources.soldOut.has(typeId) && !(await hasOffer(resources, viewer, typeId))) throw soldOut(0);
      if (openId !== null) await endOtherOrder(resources, viewer, input, openId);
    }
  }
  const { id, amount, typeName, made } = await keepInPlace(resources, viewer, input);
  if (amount === 0n) return withAll(resources.db, id, undefined);
  const { order, payment } = await requireSales(resources).desk.startPayment(made?.order ?? id, typeName);
  if (!made) return withAll(resources.db, id, payment, { order });
  return { ticketOrder: made.ticketOrder, ticketTypeName: typeName, order, payment, refund: undefined, tickets: [] };
}

/** Keeps the order, in place of another one of the viewer for the type that is open: it is found when both meet. */
async function keepInPlace(resources: FestivalResources, viewer: AccountViewer, input: OpenTicketOrder): Promise<Kept> {
  const { orderId: id, ticketTypeId: typeId } = input;
  const keep = () => transact<FestivalResources, Kept>(resources, (write) => keepOrder(write, viewer, input));
  try {
    const kept = await keep();
    if (kept.id === id) return kept;
    await endOtherOrder(resources, viewer, input, kept.id);
  } catch (error) {
    if (!(error instanceof DomainError && error.reason === 'ORDER_ENDED')) throw error;
    // Of which of both orders?
    const beside = { id, accountId: viewer.accountId, typeId, kind: TICKETS };
    const { isKnown, openId } = await ticketOrders.findBeside(resources.db, beside);
    if (isKnown || openId === null) throw error;
    await endOtherOrder(resources, viewer, input, openId);
  }
  return keep();
}

/** Whether it costs nothing, so that no order of money is made. */
function isFree({ price, quantity, discount }: OpenTicketOrder): boolean {
  return price * BigInt(quantity) <= discount;
}

/** Whether a ticket is kept for the viewer, who waited for it. */
async function hasOffer(
  { db, clock }: FestivalResources,
  { accountId }: AccountViewer,
  typeId: string,
): Promise<boolean> {
  const until = (await waits.find(db, typeId, accountId))?.offeredUntil;
  return until ? until > clock.now() : false;
}

/** An open order of the viewer for something else of the type is ended; one that is being paid stays. */
async function endOtherOrder(
  resources: FestivalResources,
  viewer: AccountViewer,
  { ticketTypeId: itemId, quantity, price, discount, admission }: OpenTicketOrder,
  openId: string,
): Promise<void> {
  const { db, sales, clock } = resources;
  if (!sales) return;
  const chosen = await ticketOrders.find(db, openId);
  const isSame = chosen?.quantity === quantity && chosen.unitPrice === price && chosen.discount === discount;
  if (isSame && chosen.state === 'HELD' && chosen.heldUntil > clock.now()) return;
  if (!(await hasOffer(resources, viewer, itemId))) {
    requireAdmission(resources, viewer, await events.onSale(db, itemId), admission);
  }
  await sales.desk.endUnlessUnderWay(openId);
}

type Kept = {
  id: string;
  amount: bigint;
  typeName: string;
  /** Both orders, of tickets and of money, where they were just made. */
  made?: { ticketOrder: ticketOrders.TicketOrder; order: Order };
};

async function keepOrder(write: FestivalWrite, viewer: AccountViewer, input: OpenTicketOrder): Promise<Kept> {
  const { tx, clock } = write;
  const { accountId } = viewer;
  const { orderId: id, ticketTypeId, quantity, price } = input;
  const now = clock.now();
  await ticketOrders.takeTurn(tx, accountId, ticketTypeId);
  const type = await types.getForBuyer(tx, ticketTypeId, { accountId, orderId: id, now });
  const { id: typeId, name: typeName, events: to } = type;
  // A repeated request is answered with its order, whatever became of the sale meanwhile.
  const known = type.isOrdered ? await ticketOrders.find(tx, id) : undefined;
  if (known) return { ...knownOrder(known, accountId, input), typeName };

  const state = saleStateOf(type, to, now);
  if (state !== 'ON_SALE') throw notOnSale(state);
  if (!type.offerId) requireAdmission(write, viewer, to, input.admission);
  requirePrice(type, price);
  const amount = price * BigInt(quantity) - input.discount;
  const heldUntil = new Date(now.getTime() + TICKET_LIMITS.holdMinutes * 60_000);
  const sale = amount > 0n ? saleOf(write, accountId, { id, type, amount, heldUntil, now }) : undefined;
  const left = type.limitPerCustomer - type.bought;
  const unpriced = {
    ...{ id, version: 1n, accountId, typeId, quantity, amount, heldUntil, unitPrice: price },
    ...({ promoCodeId: null, discount: 0n, state: 'HELD', createdAt: now, returnedQuantity: 0 } as const),
  };
  // Where no code is looked at in between, both orders and the units are one wait with the commit, as long as none is missing.
  const isPlain = input.promoCode === '' && input.discount === 0n && quantity <= left && isTurn(type, quantity);
  if (sale && isPlain && !tx.isRepeated) {
    const order = await requireSales(write).desk.openNew(write, sale);
    await ticketOrders.holdAll(tx, unpriced, type.offerId);
    return { id, amount, typeName, made: { ticketOrder: unpriced, order } };
  }
  const sold = sale && (await requireSales(write).desk.open(write, sale));
  // The viewer has opened it in another tab.
  if (sold && sold.id !== id) return { id: sold.id, amount, typeName };
  const taken = await priceWithCode(write, accountId, type, input);
  if (quantity > left) throw overLimit(left);
  if (!isTurn(type, quantity)) throw soldOut(type.offerId === null ? 0 : 1);
  const order = { ...unpriced, ...taken };
  const claimed = await ticketOrders.hold(tx, order, type.offerId);
  if (claimed === undefined) throw orderIdReused();
  if (claimed === 0) write.soldOut.remember(typeId);
  if (claimed < quantity) throw soldOut(claimed);
  await takeUse(write, taken, id);
  if (amount === 0n) {
    if (!(await deliverTickets(write, order, to))) throw notOnSale('OVER');
    await tallies.add(tx, { festivalId: type.festivalId, subjectId: typeId, at: now, tickets: quantity });
  }
  return { id, amount, typeName, ...(sold && { made: { ticketOrder: order, order: sold } }) };
}

/** What comes back is for those who wait, one for each; nobody passes them [TIC-05:waiting-list]. */
function isTurn({ offerId, awaited }: types.BoughtType, quantity: number): boolean {
  return offerId === null ? !awaited : quantity === 1;
}

function knownOrder(
  { id, accountId, typeId, quantity, unitPrice, discount, amount, state }: ticketOrders.TicketOrder,
  viewerId: string,
  asked: OpenTicketOrder,
): Omit<Kept, 'typeName'> {
  if (accountId !== viewerId || typeId !== asked.ticketTypeId) throw orderNotFound();
  const isSame = quantity === asked.quantity && unitPrice === asked.price && discount === asked.discount;
  if (!isSame) throw orderIdReused();
  if (state !== 'HELD' && state !== 'DELIVERED') throw orderEnded();
  return { id, amount };
}

/** What the order of money is of. */
function saleOf(
  write: FestivalWrite,
  accountId: string,
  {
    id,
    type,
    amount,
    heldUntil,
    now,
  }: { id: string; type: types.SoldType; amount: bigint; heldUntil: Date; now: Date },
): NewOrder {
  const { desk } = requireSales(write);
  return {
    ...{ id, accountId, kind: TICKETS, itemId: type.id, amount, currency: SALES_CURRENCY, fee: feeOf(write, amount) },
    ...{ payeeId: type.festivalId, provider: desk.provider.name, heldUntil, createdAt: now },
  };
}
