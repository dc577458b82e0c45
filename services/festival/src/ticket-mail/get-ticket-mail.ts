import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as ticketOrders from '../checkout/ticket-orders.ts';
import * as gifts from '../gifts/ticket-gifts.ts';
import { passOf } from '../passes/pass-facts.ts';
import type { FestivalResources } from '../resources.ts';
import { type OwnTicket, withEvents } from '../tickets/list-own-tickets.ts';
import { ticketNotFound } from '../tickets/ticket-errors.ts';
import * as userTickets from '../tickets/user-tickets.ts';

/** Further tickets of an order are behind the link of the mail. */
const MAILED_MAX = 50;

/** The passes of further tickets are on their pages. */
const PASSES_MAX = 10;

export const ticketMailSchema = z
  .object({ orderId: z.string(), giftId: z.string() })
  .refine(({ orderId, giftId }) => orderId !== '' || giftId !== '', { path: ['orderId'] })
  .refine(({ orderId, giftId }) => orderId === '' || giftId === '', { path: ['giftId'] });

export type TicketMail = {
  accountId: string;
  tickets: (OwnTicket & { code: string; applePass: Uint8Array })[];
  count: number;
  amount: bigint;
  giverName: string;
};

/** The tickets that a mail confirms: those that its recipient still has; none once they are no longer theirs. */
export async function getTicketMail(
  resources: FestivalResources,
  _viewer: Viewer,
  { orderId, giftId }: z.output<typeof ticketMailSchema>,
): Promise<TicketMail> {
  const { db, ticketCodes } = resources;
  const { accountId, ticketIds, ...facts } = await (giftId ? ofGift(db, giftId) : ofOrder(db, orderId));
  const found = await withEvents(db, await userTickets.listByIds(db, ticketIds));
  const held = found
    .filter(({ valid, holderId, event }) => valid && holderId === accountId && event.status !== 'CANCELLED')
    .sort((one, other) => one.event.startTime.getTime() - other.event.startTime.getTime());
  const passes = await passesOf(resources, held.slice(0, PASSES_MAX));
  const tickets = held.slice(0, MAILED_MAX).map((ticket, index) => {
    const { id: userTicketId, eventId, generation } = ticket;
    const code = ticketCodes.codeOf({ userTicketId, eventId, generation });
    return { ...ticket, code, applePass: passes[index] ?? new Uint8Array() };
  });
  return { ...facts, accountId, tickets, count: held.length };
}

async function passesOf(
  { passes: { apple }, ticketCodes, log }: FestivalResources,
  tickets: readonly OwnTicket[],
): Promise<Uint8Array[]> {
  if (!apple?.isReady()) return [];
  const made = Promise.all(tickets.map((ticket) => apple.make(passOf(ticketCodes, ticket))));
  return made.catch((err: unknown) => {
    log.warn({ err }, 'tickets are mailed without passes for wallets');
    return [];
  });
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
