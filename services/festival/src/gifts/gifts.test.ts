import { Code } from '@connectrpc/connect';
import { TicketGiftChangedSchema, TicketsDeliveredSchema } from '@marquee/contracts/events/v1/festival_pb';
import { GiftService, GiftState } from '@marquee/contracts/festival/v1/gift_pb';
import { newId } from '@marquee/data/ids';
import { GIFT_LIMITS, GIFT_MESSAGES } from '@marquee/rules/ticket-gifts';
import { clientFor } from '@marquee/testing/client-for';
import type { FestivalUnderTest } from '../testing/festival-service.ts';
import { soundFestival } from '../testing/sound-festival.ts';
import { readTicketCode } from '../tickets/ticket-codes.ts';
import { forgetAddresses } from './forget-addresses.ts';

const { festival, scene } = await soundFestival();

type Person = ReturnType<FestivalUnderTest['viewer']>;
type Ticket = { eventId: string; userTicketId: string };
const idOf = ({ viewer }: Person) => viewer.accountId;

/** Somebody with an address of their own. */
function person(email = `${newId()}@example.com`): Person & { email: string } {
  const somebody = festival.viewer();
  festival.known.addresses.set(idOf(somebody), email);
  return { ...somebody, email };
}

async function owned(buyer: Person = person(), sale: object = {}, event: Parameters<typeof scene.event>[1] = {}) {
  const sold = await scene.sale(sale, event);
  const { order, orderId } = await scene.bought(sold.typeId, { buyer });
  const ticket = { eventId: sold.eventId, userTicketId: order?.tickets[0]?.userTicketId ?? '' };
  return { ...sold, buyer, orderId, ticket };
}

function connected(one: Person, other: Person = person()): Person {
  festival.connect(idOf(one), idOf(other));
  return other;
}

const give = (giver: Person, ticket: Ticket, to: object, requestId = newId()) =>
  giver.gifts.giftTicket({ requestId, ...ticket, ...to }).then(({ gift }) => gift);
const toPerson = (recipient: Person) => ({ receipientId: idOf(recipient) });
const toAddress = (email: string, more: object = {}) => ({ email, firstName: 'Ana', lastName: 'Silva', ...more });
const codeOf = async (holder: Person, ticket: Ticket) => (await holder.tickets.getOwnTicket(ticket)).code;
const hasTicket = async (somebody: Person, ticket: Ticket) =>
  (await somebody.tickets.listOwnTickets({})).groups
    .flatMap(({ tickets }) => tickets)
    .some(({ id }) => id === ticket.userTicketId);
const missing = { code: Code.NotFound, reason: 'TICKET_NOT_FOUND' };
const refused = (reason: string) => ({ code: Code.FailedPrecondition, reason });

test('a connection has the ticket at once, and the code of before is of an older generation [TIC-03:connection]', async () => {
  const { buyer, ticket } = await owned();
  const friend = connected(buyer);
  await festival.introduce(idOf(friend), 'Bo', 'Lind');
  const { publicKey } = await buyer.tickets.getTicketKey({});
  const before = readTicketCode(publicKey, await codeOf(buyer, ticket));
  const gift = await give(buyer, ticket, toPerson(friend));
  expect(gift).toMatchObject({
    state: GiftState.RECEIVED,
    recipientName: 'Bo Lind',
    ticket: { id: ticket.userTicketId },
  });
  await expect(codeOf(buyer, ticket)).rejects.toMatchObject(missing);
  const after = readTicketCode(publicKey, await codeOf(friend, ticket));
  expect([before?.generation, after?.generation]).toEqual([1, 2]);
  expect([await hasTicket(buyer, ticket), await hasTicket(friend, ticket)]).toEqual([false, true]);
  expect((await buyer.gifts.listTicketGifts({})).given).toMatchObject([{ id: gift?.id, recipientName: 'Bo Lind' }]);
  const changes = await festival.published(TicketGiftChangedSchema);
  expect(changes.filter(({ giftId }) => giftId === gift?.id)).toMatchObject([
    { userTicketId: ticket.userTicketId, giverId: idOf(buyer), accountId: idOf(friend) },
  ]);
});

test('only to a connection, never to oneself, and a block forbids it on both sides', async () => {
  const { buyer, ticket } = await owned();
  await expect(give(buyer, ticket, toPerson(person()))).rejects.toMatchObject({
    ...refused('NOT_CONNECTED'),
    message: GIFT_MESSAGES.notConnected,
  });
  await expect(give(buyer, ticket, { receipientId: 'nobody' })).rejects.toMatchObject(refused('NOT_CONNECTED'));
  await expect(give(buyer, ticket, toPerson(buyer))).rejects.toMatchObject(refused('GIFT_TO_SELF'));
  for (const isBlocker of [true, false]) {
    const other = connected(buyer);
    await festival.block(
      ...((isBlocker ? [idOf(buyer), idOf(other)] : [idOf(other), idOf(buyer)]) as [string, string]),
    );
    // Even if identity still takes them for connected.
    festival.connect(idOf(buyer), idOf(other));
    await expect(give(buyer, ticket, toPerson(other))).rejects.toMatchObject(refused('NOT_CONNECTED'));
  }
  expect(await hasTicket(buyer, ticket)).toBe(true);
});

test.each([
  [{}, 'receipientId', 'Please select a user to send the ticket to'],
  [{ receipientId: newId(), email: 'a@example.com' }, 'receipientId', GIFT_MESSAGES.either],
  [toAddress('ana@example.com', { firstName: '' }), 'firstName', GIFT_MESSAGES.firstName],
  [toAddress('ana@example.com', { firstName: 'A' }), 'firstName', GIFT_MESSAGES.firstName],
  [toAddress('ana@example.com', { lastName: 'a'.repeat(46) }), 'lastName', GIFT_MESSAGES.lastName],
  [toAddress('ana@example.com', { lastName: 'O’Hara' }), 'lastName', GIFT_MESSAGES.lastName],
  [toAddress('ana@example.com', { lastName: 'Silva 2' }), 'lastName', GIFT_MESSAGES.lastName],
  [toAddress(''), 'email', GIFT_MESSAGES.email],
  [toAddress('ana@example'), 'email', GIFT_MESSAGES.email],
  [toAddress(`${'a'.repeat(34)}@example.com`), 'email', GIFT_MESSAGES.emailTooLong],
])('a gift with %j is refused [TIC-03:fields]', async (to, field, message) => {
  await expect(give(person(), { eventId: newId(), userTicketId: newId() }, to)).rejects.toMatchObject({
    ...{ code: Code.InvalidArgument, fields: [{ field, message }] },
  });
});

test('names of 2 and 45 letters and an address of 45 characters are taken [TIC-03:fields]', async () => {
  const { buyer, ticket } = await owned();
  const to = toAddress(`${'a'.repeat(33)}@example.com`, { firstName: 'Bo', lastName: 'É'.repeat(45) });
  expect(await give(buyer, ticket, to)).toMatchObject({ state: GiftState.SENT, recipientName: `Bo ${'É'.repeat(45)}` });
});

test('a ticket by mail is in nobody’s hand until the owner of the address accepts it [TIC-03:email] [NOT-04:ticket]', async () => {
  const { buyer, ticket, festivalId } = await owned();
  await festival.introduce(idOf(buyer), 'Maeve', 'Byrne');
  const recipient = person('ana.silva@example.com');
  const gift = await give(buyer, ticket, toAddress('Ana.Silva@Example.com'));
  expect(gift).toMatchObject({ state: GiftState.SENT, recipientName: 'Ana Silva' });
  // The giver sees that it is on its way, its recipient that it waits, and both without a code.
  expect(await buyer.tickets.getOwnTicket(ticket)).toMatchObject({
    code: '',
    transit: { isGiven: true, name: 'Ana Silva' },
  });
  expect(await recipient.tickets.getOwnTicket(ticket)).toMatchObject({
    ...{ code: '', transit: { isGiven: false, name: 'Maeve Byrne' } },
  });
  expect([await hasTicket(buyer, ticket), await hasTicket(recipient, ticket)]).toEqual([false, false]);
  const [waiting] = (await recipient.gifts.listTicketGifts({})).waiting;
  expect(waiting).toMatchObject({ id: gift?.id, giverName: 'Maeve Byrne', recipientName: '' });

  const invitations = clientFor(festival.service, GiftService, { kind: 'service', service: 'notification' });
  const invitation = { invitationId: gift?.id ?? '' };
  expect(await invitations.getTicketInvitation(invitation)).toMatchObject({
    ...{ festivalId, eventId: ticket.eventId, userTicketId: ticket.userTicketId, ended: false },
    ...{ email: 'ana.silva@example.com', firstName: 'Ana', giverName: 'Maeve Byrne' },
  });
  // Other addresses, variants of the same mailbox, and people without an address.
  for (const email of ['other@example.com', 'ana.silva+x@example.com', '']) {
    const stranger = person(email);
    await expect(stranger.gifts.acceptTicketGift(ticket)).rejects.toMatchObject(missing);
    await expect(codeOf(stranger, ticket)).rejects.toMatchObject(missing);
    expect((await stranger.gifts.listTicketGifts({})).waiting).toEqual([]);
  }
  await expect(buyer.gifts.acceptTicketGift(ticket)).rejects.toMatchObject(missing);

  for (const _time of ['once', 'twice']) {
    const accepted = (await recipient.gifts.acceptTicketGift(ticket)).gift;
    expect(accepted).toMatchObject({ id: gift?.id, state: GiftState.RECEIVED });
  }
  const { publicKey } = await buyer.tickets.getTicketKey({});
  expect(readTicketCode(publicKey, await codeOf(recipient, ticket))).toMatchObject({ generation: 3 });
  await expect(codeOf(buyer, ticket)).rejects.toMatchObject(missing);
  expect(await invitations.getTicketInvitation(invitation)).toMatchObject({ email: '', ended: true });
  const changes = (await festival.published(TicketGiftChangedSchema)).filter(({ giftId }) => giftId === gift?.id);
  expect(changes.map(({ accountId }) => accountId)).toEqual(['', idOf(recipient)]);
});

test('a block after the gift keeps the ticket from its recipient', async () => {
  const { buyer, ticket } = await owned();
  const recipient = person();
  await give(buyer, ticket, toAddress(recipient.email.slice(-40)));
  festival.known.addresses.set(idOf(recipient), recipient.email.slice(-40));
  await festival.block(idOf(recipient), idOf(buyer));
  await expect(recipient.gifts.acceptTicketGift(ticket)).rejects.toMatchObject(missing);
});

describe('a ticket cannot be given', () => {
  const to = () => toAddress('somebody@example.com');

  test('by anybody who does not have it', async () => {
    const { buyer, ticket } = await owned();
    await expect(give(person(), ticket, to())).rejects.toMatchObject(missing);
    await expect(give(buyer, { ...ticket, eventId: newId() }, to())).rejects.toMatchObject(missing);
    await expect(give(buyer, { eventId: 'x', userTicketId: 'y' }, to())).rejects.toMatchObject(missing);
  });

  test('once it was given back for its money, also while that is on its way', async () => {
    const { buyer, ticket, orderId } = await owned(person(), { refundHours: 0 });
    await buyer.checkout.refundTicketOrder({ requestId: newId(), orderId });
    await expect(give(buyer, ticket, to())).rejects.toMatchObject(missing);
  });

  test('to an event that is over or cancelled', async () => {
    const past = await owned(person(), {}, { startsIn: 1, hours: 1 });
    const waiting = await owned(person(), {}, { startsIn: 1, hours: 1 });
    const recipient = person('late@example.com');
    await give(waiting.buyer, waiting.ticket, toAddress('late@example.com'));
    festival.clock.advance(2 * 3_600_000 + 1);
    await expect(give(past.buyer, past.ticket, to())).rejects.toMatchObject(refused('EVENT_OVER'));
    await expect(recipient.gifts.acceptTicketGift(waiting.ticket)).rejects.toMatchObject(refused('EVENT_OVER'));
    const cancelled = await owned();
    await festival.db.query("UPDATE events SET status = 'CANCELLED' WHERE id = $1", [cancelled.ticket.eventId]);
    await expect(give(cancelled.buyer, cancelled.ticket, to())).rejects.toMatchObject(
      // Its money may be on its way back by then.
      { reason: expect.stringMatching(/^(EVENT_CANCELLED|TICKET_NOT_FOUND)$/) },
    );
  });

  test('too often in one day by mail, and to one mailbox', async () => {
    const giver = person();
    const sold = await scene.sale({ quantity: 30, limitPerCustomer: 20 });
    const { order } = await scene.bought(sold.typeId, { buyer: giver, quantity: GIFT_LIMITS.mailsPerPairADayMax + 1 });
    const [last, ...tickets] = order?.tickets ?? [];
    for (const [index, { userTicketId }] of tickets.entries()) {
      const email = index ? `limit+${index}@gmail.com` : 'limit@gmail.com';
      await give(giver, { eventId: sold.eventId, userTicketId }, toAddress(email));
    }
    const one = { eventId: sold.eventId, userTicketId: last?.userTicketId ?? '' };
    await expect(give(giver, one, toAddress('li.mit@googlemail.com'))).rejects.toMatchObject({
      ...{ code: Code.ResourceExhausted, reason: 'GIFT_LIMIT' },
    });
    festival.clock.advance(86_400_000 / 4);
    expect(await give(giver, one, toAddress('another@example.com'))).toMatchObject({ state: GiftState.SENT });
  });
});

test('a mailbox that got many mails today gets no more, and its gifts wait all the same', async () => {
  const recipient = person('popular@example.com');
  const invitations = clientFor(festival.service, GiftService, { kind: 'service', service: 'notification' });
  const ended: boolean[] = [];
  for (let nth = 0; nth <= GIFT_LIMITS.mailsPerRecipientADayMax; nth += 1) {
    const { buyer, ticket } = await owned();
    const gift = await give(buyer, ticket, toAddress('popular@example.com'));
    ended.push((await invitations.getTicketInvitation({ invitationId: gift?.id ?? '' })).ended);
  }
  expect(ended).toEqual([...Array<boolean>(GIFT_LIMITS.mailsPerRecipientADayMax).fill(false), true]);
  expect((await recipient.gifts.listTicketGifts({})).waiting).toHaveLength(GIFT_LIMITS.mailsPerRecipientADayMax + 1);
});

test('a gifted ticket never returns to anybody who gave it, also not over a third person [TIC-05]', async () => {
  const [first, second, third] = [
    person('first@example.com'),
    person('second@example.com'),
    person('third@example.com'),
  ];
  for (const [one, other] of [
    [first, second],
    [second, third],
    [third, first],
  ] as const) {
    connected(one, other);
  }
  const { ticket } = await owned(first);
  await give(first, ticket, toPerson(second));
  await expect(give(second, ticket, toPerson(first))).rejects.toMatchObject(refused('GIFT_TO_GIVER'));
  await expect(give(second, ticket, toAddress('First@example.com'))).rejects.toMatchObject(refused('GIFT_TO_GIVER'));
  await give(second, ticket, toAddress('third@example.com'));
  await third.gifts.acceptTicketGift(ticket);
  for (const giver of [first, second]) {
    await expect(give(third, ticket, toPerson(giver))).rejects.toMatchObject(refused('GIFT_TO_GIVER'));
    await expect(give(third, ticket, toAddress(giver.email))).rejects.toMatchObject(refused('GIFT_TO_GIVER'));
  }
  await expect(give(third, ticket, toAddress('third@example.com'))).rejects.toMatchObject(refused('GIFT_TO_SELF'));
  // Somebody who proves an address only later that a ticket waits at, and gave it before.
  await give(third, ticket, toAddress('new@example.com'));
  festival.known.addresses.set(idOf(first), 'new@example.com');
  await expect(first.gifts.acceptTicketGift(ticket)).rejects.toMatchObject(refused('GIFT_TO_GIVER'));
  expect(await hasTicket(first, ticket)).toBe(false);
});

test('the same gift twice is one, and of gifts at once one wins [TIC-03:races]', async () => {
  const { buyer, ticket } = await owned();
  const requestId = newId();
  const repeated = await Promise.all([1, 2, 3].map(() => give(buyer, ticket, toAddress('one@example.com'), requestId)));
  const again = await give(buyer, ticket, toAddress('ONE@example.com'));
  expect(new Set([...repeated, again].map((gift) => gift?.id)).size).toBe(1);
  await expect(give(buyer, ticket, toAddress('two@example.com'))).rejects.toMatchObject(missing);

  const other = await owned();
  const friend = connected(other.buyer);
  const given = await give(other.buyer, other.ticket, toPerson(friend));
  expect((await give(other.buyer, other.ticket, toPerson(friend)))?.id).toBe(given?.id);
  for (const to of [toPerson(connected(other.buyer)), toAddress('two@example.com')]) {
    await expect(give(other.buyer, other.ticket, to)).rejects.toMatchObject(missing);
  }
});

test('nothing is mailed of a gift to a connection, nor of one whose event was cancelled or is over', async () => {
  const invitations = clientFor(festival.service, GiftService, { kind: 'service', service: 'notification' });
  const ended = async (id = '') => (await invitations.getTicketInvitation({ invitationId: id })).ended;
  const direct = await owned();
  const given = await give(direct.buyer, direct.ticket, toPerson(connected(direct.buyer)));
  await expect(ended(given?.id)).rejects.toMatchObject({ code: Code.NotFound });

  const [cancelled, past] = [await owned(), await owned(person(), {}, { startsIn: 1, hours: 1 })];
  const ids: (string | undefined)[] = [];
  for (const { buyer, ticket } of [cancelled, past]) {
    ids.push((await give(buyer, ticket, toAddress('nobody-yet@example.com')))?.id);
  }
  expect([await ended(ids[0]), await ended(ids[1])]).toEqual([false, false]);
  festival.clock.advance(2 * 3_600_000 + 1);
  expect([await ended(ids[0]), await ended(ids[1])]).toEqual([false, true]);
  await festival.db.query("UPDATE events SET status = 'CANCELLED' WHERE id = $1", [cancelled.ticket.eventId]);
  expect(await ended(ids[0])).toBe(true);
});

test('a ticket goes through so many hands and no more', async () => {
  const { buyer, ticket } = await owned();
  await festival.db.query(
    `INSERT INTO ticket_gifts (id, ticket_id, giver_id, recipient_id, state, created_at, received_at)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), 'RECEIVED', now(), now()
     FROM generate_series(1, $2)`,
    [ticket.userTicketId, GIFT_LIMITS.giftsPerTicketMax],
  );
  await expect(give(buyer, ticket, toPerson(connected(buyer)))).rejects.toMatchObject(refused('TOO_MANY_HANDS'));
});

// Who takes part in what is drawn from a seed that the title shows, so that a failure can be repeated.
test.each([11, 23, 47, 101])(
  'gifts, acceptances and a refund raced in the order of seed %i leave one holder',
  async (seed) => {
    let state = seed;
    const draw = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    const buyer = person();
    const { ticket, orderId } = await owned(buyer, { refundHours: 0 });
    const friends = [connected(buyer), connected(buyer)];
    const invited = [person(`race-${seed}-a@example.com`), person(`race-${seed}-b@example.com`)];
    const attempts = Array.from({ length: 12 }, () => async () => {
      const kind = draw(4);
      if (kind === 0) return give(buyer, ticket, toPerson(friends[draw(2)] as Person));
      if (kind === 1) return give(buyer, ticket, toAddress(`race-${seed}-${'ab'[draw(2)]}@example.com`));
      if (kind === 2) return (invited[draw(2)] as Person).gifts.acceptTicketGift(ticket);
      return buyer.checkout.refundTicketOrder({ requestId: newId(), orderId });
    });
    const ended = await Promise.allSettled(attempts.map((attempt) => attempt()));
    for (const one of ended)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ reason: expect.any(String) });
    const rows = await festival.db.query<{ holderId: string | null; valid: boolean; gifts: number; open: number }>(
      `SELECT t.holder_id, t.valid, count(g.id)::int AS gifts, count(*) FILTER (WHERE g.state = 'SENT')::int AS open
     FROM user_tickets t LEFT JOIN ticket_gifts g ON g.ticket_id = t.id WHERE t.id = $1 GROUP BY t.id`,
      [ticket.userTicketId],
    );
    const [row] = rows;
    expect(rows).toHaveLength(1);
    // One gift at most, and never beside a refund: who gave it cannot give it again, nor get its money.
    expect(row?.gifts).toBeLessThanOrEqual(1);
    expect(row?.valid).toBe(row?.gifts === 1);
    if (row?.gifts === 1) expect(row.holderId === null).toBe(row.open === 1);
    if (row?.gifts === 1) expect(row.holderId).not.toBe(idOf(buyer));
  },
);

test('addresses are forgotten after 14 days, and the gift can still be accepted', async () => {
  const { buyer, ticket, festivalId } = await owned(person(), {}, { startsIn: 24 * 40 });
  const recipient = person('patient@example.com');
  const gift = await give(buyer, ticket, toAddress('patient@example.com'));
  const email = async () =>
    (await festival.db.query<{ email: string }>('SELECT email FROM ticket_gifts WHERE id = $1', [gift?.id]))[0]?.email;
  // As those of invitations to judge, whose mails are counted for a day.
  const [judgeId, now] = [newId(), festival.clock.now()];
  await festival.db.query(
    `INSERT INTO calls (id, festival_id, title, description, time_zone, regular_ends_at, created_at, updated_at)
     VALUES ($1, $2, 'Shorts', 'Of light.', 'Europe/Lisbon', $3, $3, $3)`,
    [judgeId, festivalId, now],
  );
  await festival.db.query(
    "INSERT INTO judges (id, call_id, invited_at, email, address_hash) VALUES ($1, $1, $2, 'ana@example.com', '\\x01')",
    [judgeId, now],
  );
  await festival.db.query(
    "INSERT INTO judge_mails (id, inviter_id, mailbox_hash, created_at) VALUES ($1, $1, '\\x01', $2)",
    [judgeId, now],
  );
  const kept = async () => {
    await forgetAddresses(festival.db, festival.clock.now());
    const [row] = await festival.db.query<{ judge: string | null; mails: number }>(
      `SELECT (SELECT email FROM judges WHERE id = $1) AS judge,
         (SELECT count(*)::int FROM judge_mails WHERE id = $1) AS mails`,
      [judgeId],
    );
    return { ...row, gift: await email() };
  };
  expect(await kept()).toEqual({ judge: 'ana@example.com', mails: 1, gift: 'patient@example.com' });
  festival.clock.advance(86_400_000 + 1);
  expect(await kept()).toEqual({ judge: 'ana@example.com', mails: 0, gift: 'patient@example.com' });
  festival.clock.advance(13 * 86_400_000);
  expect(await kept()).toEqual({ judge: '', mails: 0, gift: '' });
  festival.clock.advance(17 * 86_400_000);
  expect(await kept()).toEqual({ judge: null, mails: 0, gift: '' });
  expect((await recipient.gifts.acceptTicketGift(ticket)).gift?.state).toBe(GiftState.RECEIVED);
});

test('a ticket is accepted at an address that mail bounces from: it is still its owner’s [TIC-03:email]', async () => {
  const { buyer, ticket } = await owned();
  const recipient = person('bounced@example.com');
  festival.known.bounced.add(idOf(recipient));
  await give(buyer, ticket, toAddress('bounced@example.com'));
  expect((await recipient.gifts.listTicketGifts({})).waiting).toHaveLength(1);
  expect((await recipient.gifts.acceptTicketGift(ticket)).gift?.state).toBe(GiftState.RECEIVED);
});

test('that somebody has tickets is published once an order', async () => {
  const { orderId, buyer } = await owned();
  const delivered = (await festival.published(TicketsDeliveredSchema)).filter((event) => event.orderId === orderId);
  expect(delivered).toMatchObject([{ accountId: idOf(buyer) }]);
});
