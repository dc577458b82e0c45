import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type GetTicketInvitationResponseSchema,
  GiftState,
  type TicketGiftSchema,
} from '@marquee/contracts/festival/v1/gift_pb';
import { InvitationType } from '@marquee/contracts/invitation/v1/invitation_pb';
import { eventMessage, userTicketMessage } from '../tickets/ticket-message.ts';
import type { TicketInvitation } from './get-ticket-invitation.ts';
import type { ShownGift } from './list-ticket-gifts.ts';

export const giftMessage = (gift: ShownGift): MessageInitShape<typeof TicketGiftSchema> => ({
  ...{ id: gift.id, state: GiftState[gift.state], giverName: gift.giverName, recipientName: gift.recipientName },
  createdAt: timestampFromDate(gift.createdAt),
  type: gift.addressHash ? InvitationType.EVENT_TICKET : InvitationType.UNSPECIFIED,
  ticket: userTicketMessage(gift.ticket),
});

/** What the recipient reads: never the name that the giver wrote beside the address. */
export const waitingMessage = (gift: ShownGift): MessageInitShape<typeof TicketGiftSchema> => ({
  ...giftMessage(gift),
  recipientName: '',
});

export function invitationMessage(gift: TicketInvitation): MessageInitShape<typeof GetTicketInvitationResponseSchema> {
  const { id: invitationId, ticket, email, phoneNumber, firstName, giverName, language, ended } = gift;
  const { id: userTicketId, eventId, festivalId, event } = ticket;
  return {
    ...{ invitationId, festivalId, eventId, userTicketId, email, phoneNumber, firstName, giverName, language, ended },
    event: eventMessage(event),
  };
}
