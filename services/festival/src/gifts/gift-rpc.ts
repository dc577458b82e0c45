import { GiftService } from '@marquee/contracts/festival/v1/gift_pb';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write } from '@marquee/service/use-case';
import type { FestivalResources } from '../resources.ts';
import { acceptTicketGift, acceptTicketGiftSchema, askOwnAddresses } from './accept-ticket-gift.ts';
import { getTicketInvitation, ticketInvitationSchema } from './get-ticket-invitation.ts';
import { giftMessage, invitationMessage, waitingMessage } from './gift-message.ts';
import { askRecipient, giftTicket, giftTicketRequestSchema, inLanguageOfPage } from './gift-ticket.ts';
import { listTicketGifts, shownGift } from './list-ticket-gifts.ts';

/** What is kept of an answer is the gift's id; how it stands is added afterwards. */
const named = (id: string) => ({ gift: { id } });
const shown = async ({ db }: FestivalResources, { gift }: { gift?: { id?: string } }) => {
  const found = await shownGift(db, gift?.id ?? '');
  return found ? { gift: giftMessage(found) } : undefined;
};

export const giftRpc = rpc<FestivalResources>()(GiftService, {
  giftTicket: write(giftTicketRequestSchema, giftTicket, named, {
    from: inLanguageOfPage,
    before: askRecipient,
    after: async (resources, _result, _context, _before, answer) => (await shown(resources, answer)) ?? {},
  }),
  acceptTicketGift: write(acceptTicketGiftSchema, acceptTicketGift, named, {
    before: askOwnAddresses,
    after: async (resources, _result, _context, _before, answer) => (await shown(resources, answer)) ?? {},
  }),
  listTicketGifts: read(noInput, listTicketGifts, ({ waiting, given }) => ({
    waiting: waiting.map(waitingMessage),
    given: given.map(giftMessage),
  })),
  getTicketInvitation: read(ticketInvitationSchema, getTicketInvitation, invitationMessage),
});
