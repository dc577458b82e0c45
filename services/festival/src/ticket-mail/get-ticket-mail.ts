import { isId } from '@marquee/data/ids';
import { DomainError } from '@marquee/runtime/errors';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as ticketOrders from '../checkout/ticket-orders.ts';
import * as gifts from '../gifts/ticket-gifts.ts';
import { PASSES_BUSY } from '../passes/pass-errors.ts';
import { passOf } from '../passes/pass-facts.ts';
import type { FestivalResources } from '../resources.ts';
import { type OwnTicket, withEvents } from '../tickets/list-own-tickets.ts';
import { ticketNotFound } from '../tickets/ticket-errors.ts';
import * as userTickets from '../tickets/user-tickets.ts';

/** Further tickets of an order are behind the link of the mail. */
const MAILED_MAX = 50;

/** The passes of further tickets are on their pages. */
const PASSES_MAX = 10;

/** As long a mail waits for its passes where many are made; then it goes without. */
const PASSES_WAIT_MS = 600_000;

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

/**
 * The tickets that a mail confirms: those that its recipient still has; none once they are no longer theirs.
 *
 * @throws DomainError EXHAUSTED, PASSES_BUSY where their passes can be made later
 */
export async function getTicketMail(
  resources: FestivalResources,
  _viewer: Viewer,
  { orderId, giftId }: z.output<typeof ticketMailSchema>,
): Promise<TicketMail> {
  const { db, ticketCodes } = resources;
  const { accountId, ticketIds, since, ...facts } = await (giftId ? ofGift(db, giftId) : ofOrder(db, orderId));
  const found = await withEvents(db, await userTickets.listByIds(db, ticketIds));
  const held = found
    .filter(({ valid, holderId, event }) => valid && holderId === accountId && event.status !== 'CANCELLED')
    .sort((one, other) => one.event.startTime.getTime() - other.event.startTime.getTime());
  const passes = await passesOf(resources, held.slice(0, PASSES_MAX), since);
  const tickets = held.slice(0, MAILED_MAX).map((ticket, index) => {
    const { id: userTicketId, eventId, generation } = ticket;
    const code = ticketCodes.codeOf({ userTicketId, eventId, generation });
    return { ...ticket, code, applePass: passes[index] ?? new Uint8Array() };
  });
  return { ...facts, accountId, tickets, count: held.length };
}

async function passesOf(
  { passes: { apple }, ticketCodes, clock, log }: FestivalResources,
  tickets: readonly OwnTicket[],
  since: Date,
): Promise<Uint8Array[]> {
  if (!apple?.isReady()) return [];
  return apple.make(tickets.map((ticket) => passOf(ticketCodes, ticket))).catch((err: unknown) => {
    const isLate = clock.now().getTime() - since.getTime() > PASSES_WAIT_MS;
    if (!isLate && err instanceof DomainError && err.reason === PASSES_BUSY) throw err;
    log.warn({ err }, 'tickets are mailed without passes for wallets');
    return [];
  });
}

type Mailed = Pick<TicketMail, 'accountId' | 'amount' | 'giverName'> & {
  ticketIds: string[];
  /** When they got them. */
  since: Date;
};

async function ofOrder(db: FestivalResources['db'], orderId: string): Promise<Mailed> {
  const order = isId(orderId) ? await ticketOrders.find(db, orderId) : undefined;
  if (!order?.accountId) throw ticketNotFound();
  const tickets = await userTickets.ofOrder(db, orderId);
  const ticketIds = tickets.map(({ id }) => id);
  const since = tickets[0]?.createdAt ?? order.createdAt;
  return { accountId: order.accountId, amount: order.amount, giverName: '', ticketIds, since };
}

async function ofGift(db: FestivalResources['db'], giftId: string): Promise<Mailed> {
  const gift = await gifts.find(db, giftId);
  if (!gift?.recipientId) throw ticketNotFound();
  const since = gift.receivedAt ?? gift.createdAt;
  return { accountId: gift.recipientId, amount: 0n, giverName: gift.giverName, ticketIds: [gift.ticketId], since };
}
