import type { Client } from '@connectrpc/connect';
import type { GiftService } from '@marquee/contracts/festival/v1/gift_pb';
import type { TicketMailService } from '@marquee/contracts/festival/v1/ticket_mail_pb';
import type { Channel } from '../delivery/delivery.ts';
import type { TicketConfirmationFacts } from '../messages/ticket-confirmation-mail.ts';
import { mailedEvent } from '../messages/ticket-facts.ts';
import type { TicketInvitationFacts } from '../messages/ticket-invitation-mail.ts';

/** An invitation to a ticket, with its address. */
export type TicketInvitation = { channel: Channel; to: string } & Omit<
  TicketInvitationFacts,
  'publicUrl' | 'refusalToken' | 'timeZone'
>;

/** Tickets that somebody got, and whose they are. */
export type TicketConfirmation = { accountId: string } & Omit<
  TicketConfirmationFacts,
  'publicUrl' | 'timeZone' | 'language' | 'firstName'
>;

/** Calls to festival. Undefined is a subject that has ended. */
export type TicketOwners = {
  /** @throws SubjectNotFoundError */
  ticketInvitation(invitationId: string): Promise<TicketInvitation | undefined>;
  /** Of `order:<id>` or `gift:<id>`. @throws SubjectNotFoundError */
  ticketConfirmation(subjectId: string): Promise<TicketConfirmation | undefined>;
};

type Clients = { gifts: Client<typeof GiftService>; ticketMails: Client<typeof TicketMailService> };

/** Festival, as notification asks it. */
export function ticketOwners(
  { gifts, ticketMails }: Clients,
  found: <T>(call: Promise<T>) => Promise<T>,
): TicketOwners {
  return {
    async ticketInvitation(invitationId) {
      const invitation = await found(gifts.getTicketInvitation({ invitationId }));
      const { email, phoneNumber, userTicketId, firstName, giverName, language, ended } = invitation;
      const event = invitation.event && mailedEvent(invitation.event);
      if (ended || !event) return undefined;
      const address = phoneNumber
        ? ({ channel: 'SMS', to: phoneNumber } as const)
        : ({ channel: 'EMAIL', to: email } as const);
      return { ...address, invitationId, userTicketId, firstName, giverName, language, event };
    },
    async ticketConfirmation(subjectId) {
      const [kind, id] = subjectId.split(':');
      const isGift = kind === 'gift';
      const mail = await found(ticketMails.getTicketMail(isGift ? { giftId: id } : { orderId: id }));
      const { accountId, count, amount, currency, giverName } = mail;
      const [first, ...others] = mail.tickets.flatMap(({ ticket, code, eventVersion, applePass }) => {
        const event = ticket?.event && mailedEvent(ticket.event);
        if (!event) return [];
        const { id: ticketId, ticketTypeName } = ticket;
        return [{ id: ticketId, ticketTypeName, code, event, applePass, eventVersion: Number(eventVersion) }];
      });
      if (!first) return undefined;
      return { accountId, tickets: [first, ...others], count, amount, currency, giverName, isGift };
    },
  };
}
