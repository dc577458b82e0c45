import { newId } from '@marquee/data/ids';
import * as ticketOrders from '@marquee/festival/checkout/ticket-orders';
import { createAddressHashes } from '@marquee/festival/gifts/address-hashes';
import * as ticketGifts from '@marquee/festival/gifts/ticket-gifts';
import * as userTickets from '@marquee/festival/tickets/user-tickets';
import type { Viewer } from '@marquee/runtime/viewer';
import { makeAccount } from './accounts.ts';
import { serviceNamed } from './running-services.ts';
import type { Scene } from './scene.ts';

export const SHORT_ID_CHARACTERS = 12;

/** Tickets that change hands, around one caller. */
export function giftScene({
  viewer,
  named,
  once,
  ticketSale,
}: {
  viewer: Viewer;
  named: (id: string) => string;
  once: <T>(make: () => Promise<T>) => () => Promise<T>;
  ticketSale: () => Promise<{ typeId: string; eventId: string }>;
}) {
  /** A ticket that somebody has sent to the address of the caller, who has not accepted it. */
  const waitingGift = once(async () => {
    const [{ typeId, eventId }, orderId, giverId, now] = [await ticketSale(), named(newId()), newId(), new Date()];
    const recipient = await makeAccount(viewer.kind === 'account' ? { id: viewer.accountId } : {});
    const { addressHash, mailboxHash } = createAddressHashes(serviceNamed('festival').config.GIFT_HASH_KEY as string);
    const email = recipient.email ?? '';
    const id = named(newId());
    const ticket = await serviceNamed('festival').platform.db.transaction(async (tx) => {
      const row = { id: orderId, accountId: giverId, typeId, quantity: 1, unitPrice: 0n, amount: 0n, createdAt: now };
      await ticketOrders.hold(tx, { ...row, state: 'HELD', heldUntil: now });
      const [made] = await userTickets.deliver(tx, { orderId, holderId: null, quantity: 1, eventIds: [eventId], now });
      await ticketGifts.insert(tx, {
        ...{
          id,
          ticketId: made?.id ?? '',
          giverId,
          recipientId: null,
          state: 'SENT',
          email,
          phoneNumber: '',
          language: '',
        },
        ...{ firstName: 'Ada', lastName: 'Lovelace', mailed: true, createdAt: now, receivedAt: null },
        ...{ addressHash: addressHash(email), mailboxHash: mailboxHash(email) },
      });
      return made;
    });
    return { invitationId: id, eventId, userTicketId: named(ticket?.id ?? '') };
  });
  return { waitingGift };
}

/** What the names of its fields do not say of a valid request about tickets in other hands and other places. */
export const giftRequests = {
  'festival.v1.GiftService/GiftTicket': {
    why: 'it goes to one recipient, by a short address and names of letters',
    values: async (scene: Scene) => ({
      eventId: (await scene.userTicket()).eventId,
      ...{ receipientId: '', firstName: 'Ana', lastName: 'Silva' },
      email: `${newId().slice(-SHORT_ID_CHARACTERS)}@example.com`,
    }),
  },
  'festival.v1.GiftService/AcceptTicketGift': {
    why: 'the ticket was sent to the caller',
    values: async (scene: Scene) => {
      const { eventId, userTicketId } = await scene.waitingGift();
      return { eventId, userTicketId };
    },
  },
  'festival.v1.TicketService/GetTicketPass': {
    why: 'the ticket is to its event',
    values: async (scene: Scene) => ({ eventId: (await scene.userTicket()).eventId }),
  },
  'festival.v1.TicketDeskService/ListEventOrders': {
    why: 'the event is one of the organization',
    values: async (scene: Scene) => ({ eventId: (await scene.ticketSale()).eventId }),
  },
  'festival.v1.TicketDeskService/ReturnTicketOrder': {
    why: 'the order is delivered, and of the organization',
    values: async (scene: Scene) => ({ orderId: (await scene.userTicket()).orderId }),
  },
  'festival.v1.TicketDeskService/RefundOwedTickets': {
    why: 'something of the order is owed',
    values: async (scene: Scene) => ({ orderId: await scene.owedTickets() }),
  },
  'festival.v1.TicketDeskService/GetSoldOrder': {
    why: 'the order is delivered, and of the organization',
    values: async (scene: Scene) => ({ orderId: (await scene.userTicket()).orderId }),
  },
  'festival.v1.TicketMailService/GetTicketMail': {
    why: 'it is about an order or about a gift',
    values: async (scene: Scene) => ({ orderId: (await scene.userTicket()).orderId, giftId: '' }),
  },
  'festival.v1.GiftService/GetTicketInvitation': {
    why: 'the invitation is one to a ticket',
    values: async (scene: Scene) => ({ invitationId: (await scene.waitingGift()).invitationId }),
  },
};
