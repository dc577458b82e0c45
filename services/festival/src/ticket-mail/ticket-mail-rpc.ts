import { TicketMailService } from '@marquee/contracts/festival/v1/ticket_mail_pb';
import { SALES_CURRENCY } from '@marquee/rules/payments';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import type { FestivalResources } from '../resources.ts';
import { userTicketMessage } from '../tickets/ticket-message.ts';
import { getTicketMail, ticketMailSchema } from './get-ticket-mail.ts';

export const ticketMailRpc = rpc<FestivalResources>()(TicketMailService, {
  getTicketMail: read(ticketMailSchema, getTicketMail, ({ tickets, ...mail }) => ({
    ...{ ...mail, currency: SALES_CURRENCY },
    tickets: tickets.map(({ code, applePass, ...ticket }) => ({
      ...{ ticket: userTicketMessage(ticket), code, applePass, eventVersion: ticket.event.version },
    })),
  })),
});
