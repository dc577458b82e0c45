import { isId, newId } from '@marquee/data/ids';
import { isInterfaceLanguage } from '@marquee/rules/interface-languages';
import { GIFT_LIMITS, giftTicketSchema } from '@marquee/rules/ticket-gifts';
import type { CallContext } from '@marquee/runtime/rpc/implement';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as blocks from '../people/account-blocks.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import { ticketNotFound } from '../tickets/ticket-errors.ts';
import { userTicketChanged } from '../tickets/ticket-events.ts';
import * as userTickets from '../tickets/user-tickets.ts';
import { isSentTo } from './accept-ticket-gift.ts';
import { addressesOf } from './address-of.ts';
import { giftLimit, giftToGiver, giftToSelf, notConnected, textsNotSent, tooManyHands } from './gift-errors.ts';
import { ticketGiftChanged } from './gift-events.ts';
import { lockTicket, requireUsable } from './given-ticket.ts';
import * as gifts from './ticket-gifts.ts';

export const giftTicketRequestSchema = giftTicketSchema.and(z.object({ language: z.string() }));
type GiftTicket = z.output<typeof giftTicketRequestSchema>;

/** Nothing is known of who reads at an address: they are written to in the language of the giver's page. */
export function inLanguageOfPage(request: object, { client: { language = '' } }: CallContext): object {
  return { ...request, language: isInterfaceLanguage(language) ? language : '' };
}

/** What identity says of the recipient, before the transaction. */
export type RecipientFacts = {
  isConnected: boolean;
  /** The address is of the viewer, or of somebody who has given the ticket before. */
  isOwn: boolean;
  isOfGiver: boolean;
};

export async function askRecipient(
  { db, identity, persons }: FestivalResources,
  { accountId }: AccountViewer,
  { userTicketId, recipient }: GiftTicket,
): Promise<RecipientFacts> {
  if ('accountId' in recipient) {
    const ask = isId(recipient.accountId) && recipient.accountId !== accountId;
    const asked = ask && (await persons.areConnected({ accountId, otherId: recipient.accountId }));
    return { isConnected: asked ? asked.connected : false, isOwn: false, isOfGiver: false };
  }
  const givers = isId(userTicketId) ? await gifts.ofTicket(db, userTicketId) : [];
  const holds = async (id: string) => (await addressesOf({ identity }, id)).includes(addressIn(recipient));
  let isOfGiver = false;
  for (const id of new Set(givers.flatMap(({ giverId }) => giverId ?? []))) {
    if (id !== accountId) isOfGiver ||= await holds(id);
  }
  return { isConnected: false, isOwn: await holds(accountId), isOfGiver };
}

/** Where somebody who is no connection is written to. */
const addressIn = (to: { email: string } | { phoneNumber: string }) => ('email' in to ? to.email : to.phoneNumber);

/**
 * Gives a ticket for good [TIC-03]. A connection has it at once, the owner of an address once they accept it. Its code
 * of before opens no door, and it never returns to anybody who gave it [TIC-05:gifts].
 */
export async function giftTicket(
  write: FestivalWrite,
  { accountId }: AccountViewer,
  input: GiftTicket,
  facts: RecipientFacts,
): Promise<string> {
  const { tx, clock, emit } = write;
  const ticket = await lockTicket(tx, input);
  const before = await gifts.ofTicket(tx, ticket.id);
  const known = before.find((gift) => gift.giverId === accountId);
  if (known && isSame(write, known, input)) return known.id;
  if (ticket.holderId !== accountId) throw ticketNotFound();
  const now = clock.now();
  const event = await requireUsable(tx, ticket, now);
  if (before.length >= GIFT_LIMITS.giftsPerTicketMax) throw tooManyHands();
  const to = await requireRecipient(write, accountId, input, { ...facts, before });

  const gift = { ...UNWRITTEN, ...to, id: newId(), ticketId: ticket.id, giverId: accountId, createdAt: now };
  const state = to.recipientId ? ('RECEIVED' as const) : ('SENT' as const);
  await gifts.insert(tx, { ...gift, state, receivedAt: to.recipientId ? now : null });
  const given = await userTickets.hand(tx, ticket.id, to.recipientId);
  await emit(userTicketChanged(given, event.festivalId));
  await emit(ticketGiftChanged({ ...gift, version: 1n }, given));
  return gift.id;
}

const UNWRITTEN = {
  ...{ email: '', phoneNumber: '', firstName: '', lastName: '', language: '', mailed: false },
  ...{ addressHash: null, mailboxHash: null },
};

type Recipient = Partial<gifts.TicketGift> & Pick<gifts.TicketGift, 'recipientId'>;

/** Who gets the ticket, where they may. @throws DomainError FAILED_PRECONDITION; EXHAUSTED */
async function requireRecipient(
  write: FestivalWrite,
  giverId: string,
  { recipient, language }: GiftTicket,
  { isConnected, isOwn, isOfGiver, before }: RecipientFacts & { before: gifts.NamedGift[] },
): Promise<Recipient> {
  const { tx, clock, addressHashes, config } = write;
  if ('accountId' in recipient) {
    const recipientId = recipient.accountId;
    if (recipientId === giverId) throw giftToSelf();
    if (!isConnected || (await blocks.isBetween(tx, giverId, recipientId))) throw notConnected();
    if (before.some((gift) => gift.giverId === recipientId)) throw giftToGiver();
    return { recipientId };
  }
  const isText = 'phoneNumber' in recipient;
  if (isText && config.INVITATION_TEXTS !== '1') throw textsNotSent();
  if (isOwn) throw giftToSelf();
  if (isOfGiver) throw giftToGiver();
  const address = addressIn(recipient);
  const mailbox = addressHashes.mailboxHash(address);
  await gifts.takeTurn(tx, giverId, mailbox);
  const { ofGiver, ofPair, mailed } = await gifts.countLately(tx, { giverId, mailbox, now: clock.now() });
  if (ofGiver >= GIFT_LIMITS.mailsPerGiverADayMax || ofPair >= GIFT_LIMITS.mailsPerPairADayMax) throw giftLimit();
  const dayMax = isText ? GIFT_LIMITS.textsPerRecipientADayMax : GIFT_LIMITS.mailsPerRecipientADayMax;
  const isMailed = mailed < dayMax;
  const { firstName, lastName } = recipient;
  return {
    ...{ recipientId: null, firstName, lastName, language, mailed: isMailed, mailboxHash: mailbox },
    addressHash: addressHashes.addressHash(address),
    // Without a message no address is kept.
    ...(isMailed && (isText ? { phoneNumber: address } : { email: address })),
  };
}

function isSame(write: FestivalWrite, known: gifts.NamedGift, { recipient }: GiftTicket): boolean {
  if ('accountId' in recipient) return !known.addressHash && known.recipientId === recipient.accountId;
  return isSentTo(write, known, [addressIn(recipient)]);
}
