import { TicketGiftChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { UserTicket } from '../tickets/user-tickets.ts';
import type { TicketGift } from './ticket-gifts.ts';

export const ticketGiftChanged = (
  { id, version, giverId, recipientId }: Pick<TicketGift, 'id' | 'version' | 'giverId' | 'recipientId'>,
  { id: userTicketId, eventId }: UserTicket,
): DomainEvent =>
  domainEvent(
    TicketGiftChangedSchema,
    { ...{ giftId: id, userTicketId, eventId }, giverId: giverId ?? '', accountId: recipientId ?? '' },
    { type: 'ticket-gift', id, version },
  );
