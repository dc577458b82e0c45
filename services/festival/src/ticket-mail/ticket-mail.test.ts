import { Code } from '@connectrpc/connect';
import { TicketMailService } from '@marquee/contracts/festival/v1/ticket_mail_pb';
import { newId } from '@marquee/data/ids';
import { clientFor } from '@marquee/testing/client-for';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import { ticketScene } from '../testing/ticket-scene.ts';

let festival: FestivalUnderTest;
let scene: ReturnType<typeof ticketScene>;
beforeAll(async () => {
  festival = await festivalService({ PAYMENT_PROVIDER: 'test' });
  scene = ticketScene(festival);
});

const mails = () => clientFor(festival.service, TicketMailService, { kind: 'service', service: 'notification' });

test('a mail has the tickets of an order with the codes that their pages show [TIC-07:mail]', async () => {
  const { typeId, eventId, festivalId, director } = await scene.sale();
  const { orderId, buyer, order } = await scene.bought(typeId, { quantity: 2 });
  const mail = await mails().getTicketMail({ orderId });
  expect(mail).toMatchObject({ accountId: buyer.viewer.accountId, count: 2, amount: 2_400n, currency: 'USD' });
  const shown = new Map(mail.tickets.map(({ ticket, code }) => [ticket?.id, code]));
  for (const { userTicketId } of order?.tickets ?? []) {
    expect(shown.get(userTicketId)).toBe((await buyer.tickets.getOwnTicket({ eventId, userTicketId })).code);
  }
  // A pass has a ticket to each of its events, by their start; what costs nothing says so.
  const early = await scene.event(festivalId, { startsIn: 2 });
  const passId = await scene.ticketType(director, festivalId, [eventId, early], { name: 'Pass', price: 0n });
  const free = await scene.open(festival.viewer(), passId, { price: 0n });
  const { tickets, amount } = await mails().getTicketMail({ orderId: free.order?.id ?? '' });
  expect([tickets.map(({ ticket }) => ticket?.eventId), amount]).toEqual([[early, eventId], 0n]);
});

test('a mail of a gift is for who has the ticket, and holds nothing once it is somebody else’s', async () => {
  const { typeId, eventId } = await scene.sale();
  const [giver, first, second] = [festival.viewer(), festival.viewer(), festival.viewer()];
  await festival.introduce(giver.viewer.accountId, 'Maeve', 'Byrne');
  for (const [one, other] of [
    [giver, first],
    [first, second],
  ] as const) {
    festival.connect(one.viewer.accountId, other.viewer.accountId);
  }
  const { order, orderId } = await scene.bought(typeId, { buyer: giver });
  const ticket = { eventId, userTicketId: order?.tickets[0]?.userTicketId ?? '' };
  const give = async (one: typeof giver, other: typeof giver) =>
    (await one.gifts.giftTicket({ requestId: newId(), ...ticket, receipientId: other.viewer.accountId })).gift?.id ??
    '';
  const giftId = await give(giver, first);
  const mail = await mails().getTicketMail({ giftId });
  expect(mail).toMatchObject({ accountId: first.viewer.accountId, count: 1, amount: 0n, giverName: 'Maeve Byrne' });
  expect(mail.tickets[0]?.code).toBe((await first.tickets.getOwnTicket(ticket)).code);
  expect((await mails().getTicketMail({ orderId })).tickets).toEqual([]);
  await give(first, second);
  expect((await mails().getTicketMail({ giftId })).tickets).toEqual([]);
});

test('there is none of what is not there, of two things, and for anybody but notification', async () => {
  const none = { code: Code.NotFound, reason: 'TICKET_NOT_FOUND' };
  await expect(mails().getTicketMail({ orderId: newId() })).rejects.toMatchObject(none);
  await expect(mails().getTicketMail({ giftId: newId() })).rejects.toMatchObject(none);
  const both = { orderId: newId(), giftId: newId() };
  await expect(mails().getTicketMail(both)).rejects.toMatchObject({ code: Code.InvalidArgument });
  const film = clientFor(festival.service, TicketMailService, { kind: 'service', service: 'film' });
  await expect(film.getTicketMail({ orderId: newId() })).rejects.toMatchObject({ code: Code.PermissionDenied });
});
