import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as blocks from '../people/account-blocks.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import { ticketNotFound } from '../tickets/ticket-errors.ts';
import { userTicketChanged } from '../tickets/ticket-events.ts';
import * as userTickets from '../tickets/user-tickets.ts';
import { addressOf } from './address-of.ts';
import { giftToGiver } from './gift-errors.ts';
import { ticketGiftChanged } from './gift-events.ts';
import { lockTicket, requireUsable } from './given-ticket.ts';
import * as gifts from './ticket-gifts.ts';

export const acceptTicketGiftSchema = z.object({ eventId: z.string(), userTicketId: z.string() });
type AcceptTicketGift = z.output<typeof acceptTicketGiftSchema>;

/** The proven address of the viewer, asked before the transaction. */
export const askOwnAddress = (resources: FestivalResources, { accountId }: AccountViewer): Promise<string> =>
  addressOf(resources, accountId);

/** Accepts a ticket that was sent to the viewer's proven address; accepting it twice is once [TIC-03]. */
export async function acceptTicketGift(
  write: FestivalWrite,
  { accountId }: AccountViewer,
  input: AcceptTicketGift,
  address: string,
): Promise<string> {
  const { tx, clock, emit } = write;
  const ticket = await lockTicket(tx, input);
  const before = await gifts.ofTicket(tx, ticket.id);
  const [latest] = before;
  if (latest && ticket.holderId === accountId) return latest.id;
  if (latest?.state !== 'SENT' || !isSentTo(write, latest, address)) throw ticketNotFound();
  const { giverId } = latest;
  if (giverId && (await blocks.isBetween(tx, giverId, accountId))) throw ticketNotFound();
  if (before.some((gift) => gift.giverId === accountId)) throw giftToGiver();
  const now = clock.now();
  const event = await requireUsable(tx, ticket, now);

  await gifts.receive(tx, latest.id, accountId, now);
  const received = await userTickets.hand(tx, ticket.id, accountId);
  await emit(userTicketChanged(received, event.festivalId));
  await emit(ticketGiftChanged({ ...latest, recipientId: accountId, version: latest.version + 1n }, received));
  return latest.id;
}

/** Whether a gift went to this address; to '' none did. */
export function isSentTo(
  { addressHashes }: Pick<FestivalResources, 'addressHashes'>,
  { addressHash }: Pick<gifts.TicketGift, 'addressHash'>,
  address: string,
): boolean {
  if (!addressHash || address === '') return false;
  return Buffer.compare(Buffer.from(addressHash), Buffer.from(addressHashes.addressHash(address))) === 0;
}
