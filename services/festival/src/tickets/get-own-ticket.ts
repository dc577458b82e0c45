import * as orders from '@marquee/payments/orders';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { priceOfOne } from '../checkout/price-of-one.ts';
import { refundableUntil } from '../checkout/refund-rule.ts';
import * as ticketOrders from '../checkout/ticket-orders.ts';
import { isSentTo } from '../gifts/accept-ticket-gift.ts';
import { addressesOf } from '../gifts/address-of.ts';
import * as gifts from '../gifts/ticket-gifts.ts';
import { passOf } from '../passes/pass-facts.ts';
import type { FestivalResources } from '../resources.ts';
import * as events from './events.ts';
import { type OwnTicket, withEvents } from './list-own-tickets.ts';
import { ticketNotFound } from './ticket-errors.ts';
import * as types from './ticket-types.ts';
import * as userTickets from './user-tickets.ts';

/** What may be given back until then. */
export type RefundOffer = {
  orderId: string;
  /** How many tickets the order has, where all of it can be given back; 0 otherwise. */
  quantity: number;
  /** What is left of what was paid, in minor units. */
  amount: bigint;
  /** What goes back for this ticket alone; undefined where the order has no other. */
  ticketAmount: bigint | undefined;
  until: Date;
};

export const ownTicketSchema = z.object({ eventId: z.string(), userTicketId: z.string() });

/** A ticket that the viewer has given by mail, or that waits for them. */
export type Transit = { isGiven: boolean; name: string };

/** The wallets that a ticket can be kept in. */
type TicketPasses = { apple: boolean; googleSaveUrl: string };

type SeenTicket = {
  ticket: OwnTicket;
  code: string;
  refund?: RefundOffer | undefined;
  transit?: Transit;
  passes?: TicketPasses;
  givesByText?: boolean;
};

/**
 * A ticket of the viewer with the code that opens the door, or one that is on its way to or from them, without a code;
 * nobody else's is found [TIC-02].
 */
export async function getOwnTicket(
  resources: FestivalResources,
  { accountId: holderId }: AccountViewer,
  { eventId, userTicketId: id }: z.output<typeof ownTicketSchema>,
): Promise<SeenTicket> {
  const { db, ticketCodes, clock, config } = resources;
  const found = await userTickets.findHeld(db, { id, eventId, holderId });
  const [ticket] = found ? await withEvents(db, [found]) : [];
  if (!ticket) return ticketOnItsWay(resources, holderId, { eventId, id });
  return {
    ticket,
    code: ticketCodes.codeOf({ userTicketId: ticket.id, eventId: ticket.eventId, generation: ticket.generation }),
    refund: await refundOffer(db, ticket, clock.now()),
    passes: await passesOf(resources, ticket),
    givesByText: config.INVITATION_TEXTS === '1',
  };
}

async function passesOf(
  { passes: { apple, google }, ticketCodes }: FestivalResources,
  ticket: OwnTicket,
): Promise<TicketPasses> {
  const facts = passOf(ticketCodes, ticket);
  // Of an event that is cancelled no wallet gets a new pass.
  if (!facts.code) return { apple: false, googleSaveUrl: '' };
  return { apple: apple?.isReady() ?? false, googleSaveUrl: (await google?.saveUrl(facts)) ?? '' };
}

async function ticketOnItsWay(
  resources: FestivalResources,
  viewerId: string,
  { eventId, id }: { eventId: string; id: string },
): Promise<SeenTicket> {
  const { db } = resources;
  const [found, gift] = [await userTickets.find(db, { id, eventId }), await gifts.findOpen(db, id)];
  const [ticket] = found?.valid && gift ? await withEvents(db, [found]) : [];
  if (!ticket || !gift) throw ticketNotFound();
  if (gift.giverId === viewerId) return { ticket, code: '', transit: { isGiven: true, name: gift.recipientName } };
  if (!isSentTo(resources, gift, await addressesOf(resources, viewerId))) throw ticketNotFound();
  return { ticket, code: '', transit: { isGiven: false, name: gift.giverName } };
}

/** The order that the holder of a ticket bought it with and may give back now, or this ticket of it. */
async function refundOffer(
  db: FestivalResources['db'],
  { orderId, holderId, unitId }: OwnTicket,
  now: Date,
): Promise<RefundOffer | undefined> {
  const order = await ticketOrders.find(db, orderId);
  if (order?.state !== 'DELIVERED' || order.accountId !== holderId) return undefined;
  const until = refundableUntil(await types.get(db, order.typeId), await events.ofType(db, order.typeId));
  if (!until || until < now) return undefined;
  // One refund of an order at a time.
  if (await orders.findPendingRefund(db, orderId)) return undefined;
  const tickets = (await userTickets.ofOrder(db, orderId)).filter(({ valid }) => valid);
  const areTheirs = (some: typeof tickets) => some.every((ticket) => ticket.holderId === holderId);
  const others = tickets.filter((ticket) => ticket.unitId !== unitId);
  if (!areTheirs(tickets.filter((ticket) => ticket.unitId === unitId))) return undefined;
  const paid = await orders.find(db, orderId);
  const amount = paid ? orders.leftOf(paid) : order.amount;
  const ticketAmount = priceOfOne(order, amount);
  if (!areTheirs(others)) return { orderId, quantity: 0, amount: 0n, ticketAmount, until };
  return { orderId, quantity: ticketOrders.ticketsLeft(order), amount, ticketAmount, until };
}
