import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as blocks from '../people/account-blocks.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import { ticketNotFound } from '../tickets/ticket-errors.ts';
import { userTicketChanged } from '../tickets/ticket-events.ts';
import * as userTickets from '../tickets/user-tickets.ts';
import { addressesOf } from './address-of.ts';
import { giftToGiver } from './gift-errors.ts';
import { ticketGiftChanged } from './gift-events.ts';
import { lockTicket, requireUsable } from './given-ticket.ts';
import * as gifts from './ticket-gifts.ts';

export const acceptTicketGiftSchema = z.object({ eventId: z.string(), userTicketId: z.string() });
type AcceptTicketGift = z.output<typeof acceptTicketGiftSchema>;

/** What the viewer has proved to be theirs, asked before the transaction. */
export const askOwnAddresses = (resources: FestivalResources, { accountId }: AccountViewer): Promise<string[]> =>
  addressesOf(resources, accountId);

/** Accepts a ticket that was sent to the viewer's proven address or number; accepting it twice is once [TIC-03]. */
export async function acceptTicketGift(
  write: FestivalWrite,
  { accountId }: AccountViewer,
  input: AcceptTicketGift,
  addresses: readonly string[],
): Promise<string> {
  const { tx, clock, emit } = write;
  const ticket = await lockTicket(tx, input);
  const before = await gifts.ofTicket(tx, ticket.id);
  const [latest] = before;
  if (latest && ticket.holderId === accountId) return latest.id;
  if (latest?.state !== 'SENT' || !isSentTo(write, latest, addresses)) throw ticketNotFound();
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

/** Whether a gift went to one of these addresses. */
export function isSentTo(
  { addressHashes }: Pick<FestivalResources, 'addressHashes'>,
  { addressHash }: Pick<gifts.TicketGift, 'addressHash'>,
  addresses: readonly string[],
): boolean {
  if (!addressHash) return false;
  const sentTo = Buffer.from(addressHash);
  return addresses.some((address) => sentTo.equals(addressHashes.addressHash(address)));
}
