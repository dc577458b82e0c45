import { Code } from '@connectrpc/connect';
import { GiftService, GiftState } from '@marquee/contracts/festival/v1/gift_pb';
import { newId } from '@marquee/data/ids';
import { GIFT_LIMITS, GIFT_MESSAGES } from '@marquee/rules/ticket-gifts';
import { clientFor } from '@marquee/testing/client-for';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import { soundFestival } from '../testing/sound-festival.ts';
import { ticketScene } from '../testing/ticket-scene.ts';
import * as gifts from './ticket-gifts.ts';

const { festival } = await soundFestival({ INVITATION_TEXTS: '1' });

type Person = ReturnType<FestivalUnderTest['viewer']>;
const numbers = (function* () {
  for (let n = 912_000_000; ; n += 1) yield `+351${n}`;
})();
const newNumber = (): string => numbers.next().value;
/** Somebody who has proved a phone number, and has no email. */
function withNumber(phoneNumber = newNumber(), who = festival): Person & { phoneNumber: string } {
  const somebody = who.viewer();
  who.known.phones.set(somebody.viewer.accountId, phoneNumber);
  return { ...somebody, phoneNumber };
}
async function owned<P extends Person>(buyer: P, who = festival) {
  const scene = ticketScene(who);
  const sold = await scene.sale();
  const { order } = await scene.bought(sold.typeId, { buyer });
  return { ...sold, buyer, ticket: { eventId: sold.eventId, userTicketId: order?.tickets[0]?.userTicketId ?? '' } };
}
const toNumber = (phoneNumber: string, more: object = {}) => ({
  ...{ phoneNumber, firstName: 'Ana', lastName: 'Silva', ...more },
});
const give = (giver: Person, ticket: object, to: object) =>
  giver.gifts.giftTicket({ requestId: newId(), eventId: '', userTicketId: '', ...ticket, ...to }).then((a) => a.gift);
const invitationOf = (invitationId = '', who = festival) =>
  clientFor(who.service, GiftService, { kind: 'service', service: 'notification' }).getTicketInvitation({
    invitationId,
  });

test('a ticket that is sent to a phone number waits for the account that has proved it [NOT-04:ticket-text]', async () => {
  const { buyer, ticket, festivalId } = await owned(withNumber());
  const recipient = withNumber('+351919876543');
  expect((await buyer.tickets.getOwnTicket(ticket)).givesByText).toBe(true);
  const gift = await give(buyer, ticket, toNumber('+351 919-876-543'));
  expect(gift).toMatchObject({ state: GiftState.SENT, recipientName: 'Ana Silva' });
  const { eventId, userTicketId } = ticket;
  expect(await invitationOf(gift?.id)).toMatchObject({
    ...{ invitationId: gift?.id, festivalId, eventId, userTicketId, ended: false },
    ...{ email: '', phoneNumber: '+351919876543', firstName: 'Ana' },
  });
  const [waiting] = (await recipient.gifts.listTicketGifts({})).waiting;
  expect(waiting).toMatchObject({ id: gift?.id, recipientName: '' });
  expect(await recipient.tickets.getOwnTicket(ticket)).toMatchObject({ code: '', transit: { isGiven: false } });
  for (const stranger of [withNumber(), buyer]) {
    await expect(stranger.gifts.acceptTicketGift(ticket)).rejects.toMatchObject({ reason: 'TICKET_NOT_FOUND' });
  }
  const accepted = (await recipient.gifts.acceptTicketGift(ticket)).gift;
  expect(accepted).toMatchObject({ id: gift?.id, state: GiftState.RECEIVED });
  expect((await recipient.tickets.getOwnTicket(ticket)).code).not.toBe('');
  expect(await invitationOf(gift?.id)).toMatchObject({ phoneNumber: '', ended: true });
  // It returns to nobody who gave it, at their number neither.
  await expect(give(recipient, ticket, toNumber(buyer.phoneNumber))).rejects.toMatchObject({ reason: 'GIFT_TO_GIVER' });
});

test.each([
  [toNumber('12'), 'phoneNumber', 'Please enter a valid phone number.'],
  [toNumber('+351911111111', { email: 'ana@example.com' }), 'phoneNumber', GIFT_MESSAGES.contactEither],
  [toNumber('+351911111111', { receipientId: newId() }), 'receipientId', GIFT_MESSAGES.either],
  [toNumber('+351911111111', { firstName: 'A' }), 'firstName', GIFT_MESSAGES.firstName],
])('a gift by text with %j is refused', async (to, field, message) => {
  await expect(give(withNumber(), {}, to)).rejects.toMatchObject({
    ...{ code: Code.InvalidArgument, fields: [{ field, message }] },
  });
});

test('a number gets few text messages a day, and its further tickets wait without one', async () => {
  const recipient = withNumber();
  const ended: boolean[] = [];
  for (let nth = 0; nth <= GIFT_LIMITS.textsPerRecipientADayMax; nth += 1) {
    const { buyer, ticket } = await owned(withNumber());
    const gift = await give(buyer, ticket, toNumber(recipient.phoneNumber));
    ended.push((await invitationOf(gift?.id)).ended);
  }
  expect(ended).toEqual([...Array<boolean>(GIFT_LIMITS.textsPerRecipientADayMax).fill(false), true]);
  expect((await recipient.gifts.listTicketGifts({})).waiting).toHaveLength(GIFT_LIMITS.textsPerRecipientADayMax + 1);
});

test('nobody sends a ticket to their own number, and numbers are forgotten after 14 days', async () => {
  const { buyer, ticket } = await owned(withNumber('+351917777777'));
  await expect(give(buyer, ticket, toNumber('+351917777777'))).rejects.toMatchObject({ reason: 'GIFT_TO_SELF' });
  const gift = await give(buyer, ticket, toNumber(newNumber()));
  await gifts.forgetAddresses(festival.db, new Date(festival.clock.now().getTime() + 1));
  expect(await festival.db.query('SELECT phone_number FROM ticket_gifts WHERE id = $1', [gift?.id])).toEqual([
    { phoneNumber: '' },
  ]);
});

test('where no text messages are carried, a phone number is refused and the page offers none [NOT-04:no-texts]', async () => {
  const without = await festivalService({ PAYMENT_PROVIDER: 'test' });
  const { buyer, ticket } = await owned(withNumber(newNumber(), without), without);
  expect((await buyer.tickets.getOwnTicket(ticket)).givesByText).toBe(false);
  await expect(give(buyer, ticket, toNumber('+351911111111'))).rejects.toMatchObject({
    ...{ reason: 'TEXTS_NOT_SENT', message: GIFT_MESSAGES.textsNotSent },
  });
  expect((await buyer.tickets.getOwnTicket(ticket)).code).not.toBe('');
});
