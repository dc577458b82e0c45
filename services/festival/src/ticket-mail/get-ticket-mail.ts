import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as ticketOrders from '../checkout/ticket-orders.ts';
import * as gifts from '../gifts/ticket-gifts.ts';
import type { FestivalResources } from '../resources.ts';
import { type OwnTicket, withEvents } from '../tickets/list-own-tickets.ts';
import { ticketNotFound } from '../tickets/ticket-errors.ts';
import * as userTickets from '../tickets/user-tickets.ts';

/** Further tickets of an order are behind the link of the mail. */
const MAILED_MAX = 50;

export const ticketMailSchema = z
  .object({ orderId: z.string(), giftId: z.string() })
  .refine(({ orderId, giftId }) => orderId !== '' || giftId !== '', { path: ['orderId'] })
  .refine(({ orderId, giftId }) => orderId === '' || giftId === '', { path: ['giftId'] });

export type TicketMail = {
  accountId: string;
  tickets: (OwnTicket & { code: string })[];
  count: number;
  amount: bigint;
  giverName: string;
};

/** The tickets that a mail confirms: those that its recipient still has; none once they are no longer theirs. */
export async function getTicketMail(
  { db, ticketCodes }: FestivalResources,
  _viewer: Viewer,
  { orderId, giftId }: z.output<typeof ticketMailSchema>,
): Promise<TicketMail> {
  const { accountId, ticketIds, ...facts } = await (giftId ? ofGift(db, giftId) : ofOrder(db, orderId));
  const found = await withEvents(db, await userTickets.listByIds(db, ticketIds));
  const held = found
    .filter(({ valid, holderId, event }) => valid && holderId === accountId && event.status !== 'CANCELLED')
    .sort((one, other) => one.event.startTime.getTime() - other.event.startTime.getTime());
  const tickets = held.slice(0, MAILED_MAX).map((ticket) => {
    const { id: userTicketId, eventId, generation } = ticket;
    return { ...ticket, code: ticketCodes.codeOf({ userTicketId, eventId, generation }) };
  });
  return { ...facts, accountId, tickets, count: held.length };
}

type Mailed = Pick<TicketMail, 'accountId' | 'amount' | 'giverName'> & { ticketIds: string[] };

async function ofOrder(db: FestivalResources['db'], orderId: string): Promise<Mailed> {
  const order = isId(orderId) ? await ticketOrders.find(db, orderId) : undefined;
  if (!order?.accountId) throw ticketNotFound();
  const ticketIds = (await userTickets.ofOrder(db, orderId)).map(({ id }) => id);
  return { accountId: order.accountId, amount: order.amount, giverName: '', ticketIds };
}

async function ofGift(db: FestivalResources['db'], giftId: string): Promise<Mailed> {
  const gift = await gifts.find(db, giftId);
  if (!gift?.recipientId) throw ticketNotFound();
  return { accountId: gift.recipientId, amount: 0n, giverName: gift.giverName, ticketIds: [gift.ticketId] };
}
