import { TicketService, TicketTypeService } from '@marquee/contracts/festival/v1/tickets_pb';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write } from '@marquee/service/use-case';
import { getTicketPass } from '../passes/get-ticket-pass.ts';
import type { FestivalResources } from '../resources.ts';
import { saleRoomMessage } from '../sale-rooms/sale-room-rpc.ts';
import { createTicketType, createTicketTypeSchema } from './create-ticket-type.ts';
import { getOwnTicket, ownTicketSchema } from './get-own-ticket.ts';
import { listEventTicketTypes } from './list-event-ticket-types.ts';
import { listOwnTickets, listOwnTicketsSchema } from './list-own-tickets.ts';
import { listTicketTypes, listTicketTypesSchema } from './list-ticket-types.ts';
import { setTicketTypeWithdrawn, setTicketTypeWithdrawnSchema } from './set-ticket-type-withdrawn.ts';
import {
  eventMessage,
  groupMessage,
  offerMessage,
  refundMessage,
  timed,
  typeSalesMessage,
  userTicketMessage,
} from './ticket-message.ts';
import type { TypeSales } from './ticket-types.ts';
import { updateTicketType, updateTicketTypeSchema } from './update-ticket-type.ts';

const oneType = (type: TypeSales) => ({ type: typeSalesMessage(type) });

export const ticketTypeRpc = rpc<FestivalResources>()(TicketTypeService, {
  listTicketTypes: read(listTicketTypesSchema, listTicketTypes, ({ event, offers, room }, { resources }) => ({
    event: eventMessage(event),
    offers: offers.map(offerMessage),
    ...(room?.opensAt && { room: saleRoomMessage(room, resources.clock.now()) }),
  })),
  listEventTicketTypes: read(listTicketTypesSchema, listEventTicketTypes, ({ event, rows, toCome, offered }) => ({
    event: eventMessage(event),
    types: rows.map(typeSalesMessage),
    events: toCome.map(eventMessage),
    ...{ places: event.capacity ?? 0, offered, waitingRoom: event.waitingRoom },
  })),
  createTicketType: write(createTicketTypeSchema, createTicketType, oneType, { from: timed }),
  updateTicketType: write(updateTicketTypeSchema, updateTicketType, oneType, { from: timed }),
  setTicketTypeWithdrawn: write(setTicketTypeWithdrawnSchema, setTicketTypeWithdrawn, oneType),
});

export const ticketRpc = rpc<FestivalResources>()(TicketService, {
  listOwnTickets: read(listOwnTicketsSchema, listOwnTickets, ({ groups, nextCursor }) => ({
    groups: groups.map(groupMessage),
    nextCursor,
  })),
  getOwnTicket: read(
    ownTicketSchema,
    getOwnTicket,
    ({ ticket, code, refund, transit, passes, givesByText = false }) => ({
      ticket: userTicketMessage(ticket),
      ...{ code, givesByText },
      ...(refund && { refund: refundMessage(refund) }),
      ...(transit && { transit }),
      ...(passes && { passes }),
    }),
  ),
  getTicketPass: read(ownTicketSchema, getTicketPass, (pass) => pass),
  getTicketKey: read(noInput, async ({ ticketCodes }: FestivalResources) => ({ publicKey: ticketCodes.publicKey })),
});
