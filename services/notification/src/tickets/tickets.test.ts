import { randomUUID } from 'node:crypto';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import {
  TicketGiftChangedSchema,
  TicketOfferedSchema,
  TicketOrderChangedSchema,
  TicketsDeliveredSchema,
} from '@marquee/contracts/events/v1/festival_pb';
import { InvitationMailService } from '@marquee/contracts/notification/v1/invitation_mail_pb';
import { NoticeKind, NoticeService } from '@marquee/contracts/notification/v1/notice_pb';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import ICAL from 'ical.js';
import jsQR from 'jsqr';
import type { Email } from 'postal-mime';
import { notificationService, smtpServer } from '../testing/notification-service.ts';

const START = new Date('2026-12-04T20:00:00Z');
const event = {
  ...{ id: 'e1', name: 'Opening night', festivalName: 'Lumen', timeZone: 'Europe/Lisbon' },
  ...{ startTime: timestampFromDate(START), endTime: timestampFromDate(new Date(START.getTime() + 7_200_000)) },
  ...{ venueName: 'Cinema Ideal', venuePlace: 'Lisbon' },
};
const ticket = (id: string, more: object = {}) => ({
  ...{ ticket: { id, eventId: 'e1', ticketTypeName: 'Full price', event: { ...event, ...more } } },
  // As long as a real one.
  ...{ code: id.padEnd(135, 'A'), eventVersion: 7n, applePass: Buffer.from(`pass of ${id}`) },
});

async function scene() {
  const mail = await smtpServer();
  const notification = await notificationService({ SMTP_URL: mail.url });
  const { neighbours } = notification;
  const person = (email: string) => {
    const id = randomUUID();
    neighbours.addresses.set(id, { email, firstName: 'Noor' });
    return id;
  };
  return { ...notification, mail, person };
}

const attached = ({ attachments }: Email, name: string): Buffer =>
  Buffer.from(attachments.find(({ filename }) => filename === name)?.content as ArrayBuffer);

/** The codes of the pages of a PDF, read from their pictures. */
async function codesIn(pdf: Buffer): Promise<(string | undefined)[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const codes: (string | undefined)[] = [];
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ scale: 2, render: 'bitmap' });
    codes.push(jsQR.default(new Uint8ClampedArray(data), width, height)?.data);
  }
  document.destroy();
  library.destroy();
  return codes;
}

test('an order is confirmed once, with its tickets as a PDF, its passes and its events for a calendar [TIC-07]', async () => {
  const { mail, neighbours, emit, person, deliveries } = await scene();
  const [orderId, accountId] = [randomUUID(), person('noor@example.com')];
  neighbours.ticketMails.set(`order:${orderId}`, {
    ...{ accountId, count: 2, amount: 2_400n, currency: 'USD', tickets: [ticket('t1'), ticket('t2')] },
  });
  for (const _time of ['once', 'twice', 'three times']) await emit(TicketsDeliveredSchema, { orderId, accountId });
  // One to somebody else ends what comes before it.
  const [otherId, other] = [randomUUID(), person('other@example.com')];
  neighbours.ticketMails.set(`order:${otherId}`, { accountId: other, count: 1, tickets: [ticket('t3')] });
  await emit(TicketsDeliveredSchema, { orderId: otherId, accountId: other });
  await eventually(async () => expect(mail.received.sort()).toEqual(['noor@example.com', 'other@example.com']), 60_000);
  // A delivery is marked after its mail was taken.
  const subjects = [`order:${orderId}`, `order:${otherId}`].sort();
  await eventually(async () => expect((await deliveries()).map(({ subject }) => subject).sort()).toEqual(subjects));
  const received = mail.mails.find(({ to }) => to?.[0]?.address === 'noor@example.com') as Email;
  expect(received.subject).toBe('Your 2 tickets to “Opening night”');
  for (const text of [
    'Noor, here are your 2 tickets',
    'Cinema Ideal, Lisbon',
    '2 × Full price',
    '$24.00',
    '/settings/tickets',
  ]) {
    expect(received.text).toContain(text);
  }
  expect(await codesIn(attached(received, 'tickets.pdf'))).toEqual([ticket('t1').code, ticket('t2').code]);
  const passes = ['ticket-1.pkpass', 'ticket-2.pkpass'].map((name) => attached(received, name).toString());
  expect(passes).toEqual(['pass of t1', 'pass of t2']);
  const types = received.attachments.map(({ mimeType }) => mimeType);
  expect(types.filter((type) => type === 'application/vnd.apple.pkpass')).toHaveLength(2);
  const calendar = new ICAL.Component(ICAL.parse(attached(received, 'tickets.ics').toString()));
  const [read, ...more] = calendar.getAllSubcomponents('vevent').map((part) => new ICAL.Event(part));
  expect(more).toEqual([]);
  expect(read).toMatchObject({ summary: 'Opening night · Lumen', location: 'Cinema Ideal, Lisbon', sequence: 7 });
  expect(read?.startDate.toJSDate()).toEqual(START);
  // Besides the tickets themselves it opens nothing: its address needs who is signed in.
  expect(received.html).not.toContain('token');
}, 120_000);

test('a ticket of a connection is a notice and a mail, in the language of who got it [NOT-04:gift]', async () => {
  const { mail, neighbours, emit, person, db } = await scene();
  const [giftId, accountId, giverId] = [randomUUID(), person('noor@example.com'), randomUUID()];
  neighbours.addresses.set(accountId, { email: 'noor@example.com', firstName: 'Noor', language: 'fr' } as never);
  neighbours.ticketMails.set(`gift:${giftId}`, {
    accountId,
    count: 1,
    giverName: 'Maeve Byrne',
    tickets: [ticket('t1')],
  });
  await emit(TicketGiftChangedSchema, { giftId, accountId, giverId, eventId: 'e1', userTicketId: 't1' });
  await eventually(async () => expect(mail.received).toEqual(['noor@example.com']), 60_000);
  const [received] = mail.mails;
  expect(received?.subject).toBe('Votre billet pour «\u00a0Opening night\u00a0»');
  expect(received?.text).toContain('Maeve Byrne vous a offert un billet');
  expect(received?.text).toContain('/events/e1/tickets/t1');
  await eventually(async () =>
    expect(await db.query('SELECT kind, subject_id, actor_id, account_id FROM notices')).toEqual([
      { kind: 'TICKET_RECEIVED', subjectId: 'e1/t1', actorId: giverId, accountId },
    ]),
  );
}, 120_000);

test('who accepts a ticket that was sent by mail gets it by mail, and no notice of what they did', async () => {
  const { mail, neighbours, emit, person, db } = await scene();
  const [giftId, accountId] = [randomUUID(), person('noor@example.com')];
  neighbours.ticketMails.set(`gift:${giftId}`, { accountId, count: 1, tickets: [ticket('t1')] });
  const gift = { giftId, accountId, giverId: randomUUID(), eventId: 'e1', userTicketId: 't1' };
  await emit(TicketGiftChangedSchema, gift, giftId, randomUUID(), 2n);
  await eventually(async () => expect(mail.received).toEqual(['noor@example.com']), 60_000);
  expect(await db.query('SELECT 1 FROM notice_events')).toEqual([]);
}, 120_000);

test('a ticket that is somebody else’s by the time of its mail is not mailed', async () => {
  const { mail, neighbours, emit, person, deliveries } = await scene();
  const [orderId, accountId] = [randomUUID(), person('noor@example.com')];
  neighbours.ticketMails.set(`order:${orderId}`, { accountId, count: 0, tickets: [] });
  await emit(TicketsDeliveredSchema, { orderId, accountId });
  await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'DROPPED' }]), 60_000);
  expect(mail.received).toEqual([]);
});

describe('an invitation to a ticket', () => {
  const invitation = {
    ...{ email: 'ana@example.com', firstName: 'Ana', giverName: 'Maeve Byrne', language: 'es', event },
    ...{ eventId: 'e1', userTicketId: 't1' },
  };

  test('leads to the ticket after signing in, in the language of its giver, and can be refused [NOT-04:ticket]', async () => {
    const { mail, neighbours, emit, deliveries } = await scene();
    const giftId = randomUUID();
    neighbours.ticketInvitations.set(giftId, { ...invitation, invitationId: giftId });
    await emit(TicketGiftChangedSchema, { giftId, eventId: 'e1', userTicketId: 't1' });
    await eventually(async () => expect(mail.received).toEqual(['ana@example.com']), 60_000);
    const [received] = mail.mails;
    expect(received?.subject).toBe('Maeve Byrne te ha enviado una entrada para «Opening night»');
    expect(received?.attachments).toEqual([]);
    const link = new URL(/http\S+\/auth\?\S+/.exec(received?.text ?? '')?.[0] ?? '');
    expect(Object.fromEntries(link.searchParams)).toEqual({ invitationId: giftId, returnTo: '/events/e1/tickets/t1' });
    expect(received?.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(true);
    await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'SENT' }]), 60_000);
  });

  test('goes to a phone number as a text message, which can be refused [NOT-04:gift-text]', async () => {
    const { emit, neighbours, deliveries, inbox, service } = await notificationService();
    const phoneNumber = '+351912345678';
    const send = async (giftId: ReturnType<typeof randomUUID>, to: string) => {
      const texted = { ...invitation, email: '', phoneNumber: to, language: 'en', invitationId: giftId };
      neighbours.ticketInvitations.set(giftId, texted);
      await emit(TicketGiftChangedSchema, { giftId, eventId: 'e1', userTicketId: 't1' }, giftId);
    };
    const giftId = randomUUID();
    await send(giftId, phoneNumber);
    const [text] = await eventually(async () => {
      const all = await inbox();
      expect(all).toMatchObject([{ to: phoneNumber, channel: 'SMS', subject: '' }]);
      return all;
    }, 60_000);
    expect(text?.text).toMatch(
      /^Marquee: Maeve Byrne has sent you a ticket to “Opening night”\. Sign in with this number/,
    );
    const [link = '', stop = ''] = text?.links ?? [];
    expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
      ...{ invitationId: giftId, returnTo: '/events/e1/tickets/t1' },
    });
    const refusalToken = new URL(stop).hash.replace('#token=', '');
    const refusing = { refusalToken, refused: true };
    await clientFor(service, InvitationMailService, viewers.visitor()).setInvitationMails(refusing);
    await send(randomUUID(), phoneNumber);
    await eventually(
      async () => expect((await deliveries()).at(-1)).toMatchObject({ failure: 'RECIPIENT_REFUSED' }),
      60_000,
    );
  });

  test('stands in the inbox of who signs in with the address until they have accepted it, by the name of the event [NOT-04:inbox]', async () => {
    const { neighbours, emit, person, db, deliveries, service } = await scene();
    const [giftId, strangersId, accountId, giverId] = [
      randomUUID(),
      randomUUID(),
      person('ana@example.com'),
      randomUUID(),
    ];
    neighbours.people.set(giverId, { firstName: 'Maeve', lastName: 'Byrne' });
    neighbours.subjects.set('e1', 'Opening night');
    neighbours.signInEmails.set('ana@example.com', accountId);
    neighbours.ticketInvitations.set(giftId, { ...invitation, invitationId: giftId });
    // One to an address that nobody signs in with.
    neighbours.ticketInvitations.set(strangersId, { ...invitation, invitationId: strangersId, email: 'x@example.com' });
    const gift = { eventId: 'e1', userTicketId: 't1', giverId };
    for (const id of [strangersId, giftId, giftId]) await emit(TicketGiftChangedSchema, { ...gift, giftId: id }, id);
    const inbox = clientFor(service, NoticeService, viewers.movieLover({ accountId }));
    await eventually(async () =>
      expect((await inbox.listNotices({ unreadOnly: true })).notices).toMatchObject([
        {
          ...{
            kind: NoticeKind.TICKET_RECEIVED,
            title: 'Maeve Byrne has sent you a ticket',
            url: '/events/e1/tickets/t1',
          },
          text: 'It is for “Opening night”, and waits for you. Open it and accept it.',
        },
      ]),
    );
    await eventually(async () =>
      expect(await db.query("SELECT 1 FROM notice_events WHERE state = 'WAITING'")).toEqual([]),
    );
    expect(await db.query('SELECT 1 FROM notices')).toHaveLength(1);
    neighbours.ticketMails.set(`gift:${giftId}`, { accountId, count: 1, tickets: [ticket('t1')] });
    await emit(TicketGiftChangedSchema, { ...gift, giftId, accountId }, giftId, randomUUID(), 2n);
    await eventually(async () => expect((await inbox.countUnread({ accountId })).unread).toBe(0));
    await eventually(
      async () => expect((await deliveries()).every(({ state }) => state === 'SENT')).toBe(true),
      60_000,
    );
  }, 120_000);

  test('is no news any more once it was accepted before its notice was written [NOT-04:inbox]', async () => {
    const { emit, db, neighbours } = await scene();
    const [giftId, accountId] = [randomUUID(), randomUUID()];
    neighbours.signInEmails.set('ana@example.com', accountId);
    neighbours.ticketInvitations.set(giftId, { ...invitation, invitationId: giftId });
    neighbours.identityUnavailable = true;
    const gift = { giftId, giverId: randomUUID(), eventId: 'e1', userTicketId: 't1' };
    await emit(TicketGiftChangedSchema, gift, giftId);
    const planned = async () => (await db.query<{ state: string }>('SELECT state FROM notice_events'))[0]?.state;
    await eventually(async () =>
      expect(await db.query('SELECT 1 FROM notice_events WHERE failures > 0')).toHaveLength(1),
    );
    expect(await planned()).toBe('WAITING');
    await emit(TicketGiftChangedSchema, { ...gift, accountId }, giftId, randomUUID(), 2n);
    await eventually(async () => expect(await planned()).toBe('PLANNED'));
    expect(await db.query('SELECT 1 FROM notices')).toEqual([]);
  }, 60_000);

  test.each([
    ['was accepted', { ...invitation, ended: true }, 'NOTHING_TO_SEND'],
    ['is unknown', undefined, 'SUBJECT_NOT_FOUND'],
  ])('that %s is not sent', async (_name, answer, failure) => {
    const { mail, neighbours, emit, deliveries } = await scene();
    const giftId = randomUUID();
    if (answer) neighbours.ticketInvitations.set(giftId, answer);
    await emit(TicketGiftChangedSchema, { giftId, eventId: 'e1', userTicketId: 't1' });
    await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'DROPPED', failure }]), 60_000);
    expect(mail.received).toEqual([]);
  });
});

test('who waited for a ticket learns that it is kept for them [TIC-05:waiting-list-mail]', async () => {
  const { mail, emit, person, db, neighbours } = await scene();
  neighbours.subjects.set('e1', 'Opening night');
  const [waitId, accountId] = [randomUUID(), person('noor@example.com')];
  await emit(TicketOfferedSchema, { waitId, accountId, ticketTypeId: 't1', eventId: 'e1' }, waitId);
  await eventually(async () => expect(mail.received).toEqual(['noor@example.com']), 60_000);
  expect(mail.mails[0]?.subject).toBe('The ticket that you waited for is here');
  expect(mail.mails[0]?.text).toContain('A ticket to “Opening night” is kept for you for up to two hours.');
  expect(await db.query('SELECT kind, subject_id, account_id FROM notices')).toEqual([
    { kind: 'TICKET_OFFERED', subjectId: 'e1', accountId },
  ]);
  // The sale was paused, and it is offered to them again.
  await emit(TicketOfferedSchema, { waitId, accountId, ticketTypeId: 't1', eventId: 'e1' }, waitId, randomUUID(), 2n);
  await eventually(async () => expect(await db.query('SELECT 1 FROM notices')).toHaveLength(2), 60_000);
});

test.each([
  ['BUYER', 'You have given your tickets to “Opening night” back.'],
  ['SELLER', 'The organizer has taken your tickets to “Opening night” back.'],
  ['CANCELLED', 'It was cancelled, so your tickets to “Opening night” have ended.'],
])(
  'a refund of the kind %s is mailed to the buyer once, by the name of the event [TIC-05:refund-mail]',
  async (refund, text) => {
    const { mail, emit, person, neighbours } = await scene();
    const [orderId, accountId] = [randomUUID(), person('noor@example.com')];
    neighbours.subjects.set(orderId, 'Opening night');
    const changed = { orderId, accountId, state: 'FULFILLED', refund };
    for (const refundState of ['PENDING', 'SUCCEEDED']) {
      await emit(TicketOrderChangedSchema, { ...changed, refundState }, orderId);
    }
    await emit(TicketOrderChangedSchema, { ...changed, refund: 'DISPUTE', refundState: 'SUCCEEDED' }, orderId);
    await eventually(async () => expect(mail.received).toEqual(['noor@example.com']), 60_000);
    expect(mail.mails[0]?.subject).toBe('What you paid for tickets goes back to you');
    expect(mail.mails[0]?.text).toContain(text);
  },
);

test('a refund that was asked for and failed is mailed to nobody, but of a cancelled event at once [TIC-05:refund-mail]', async () => {
  const { mail, emit, person, neighbours } = await scene();
  const accountId = person('noor@example.com');
  for (const refund of ['BUYER', 'SELLER', 'STAFF', 'LATE', 'CANCELLED']) {
    const orderId = randomUUID();
    neighbours.subjects.set(orderId, 'Opening night');
    const changed = { orderId, accountId, state: 'FULFILLED', refund };
    // A cancelled event is the last of them, and asks again.
    for (const [version, refundState] of ['PENDING', 'FAILED', 'PENDING', 'FAILED'].entries()) {
      const event = { ...changed, refundState };
      await emit(TicketOrderChangedSchema, event, orderId, randomUUID(), BigInt(version + 1));
    }
  }
  await eventually(async () => expect(mail.received).toEqual(['noor@example.com']), 60_000);
  expect(mail.mails[0]?.text).toContain('It was cancelled, so your tickets to “Opening night” have ended.');
});

test('each ticket that goes back alone is mailed to the buyer once, also of the same order [TIC-05:one-ticket-back-mail]', async () => {
  const { mail, emit, person, neighbours } = await scene();
  const [orderId, accountId] = [randomUUID(), person('noor@example.com')];
  neighbours.subjects.set(orderId, 'Opening night');
  const changed = { orderId, accountId, state: 'FULFILLED', refund: 'SELLER' };
  const [first, second] = [randomUUID(), randomUUID()];
  let version = 1n;
  for (const partRefundId of [first, second]) {
    for (const refundState of ['PENDING', 'SUCCEEDED']) {
      const event = { ...changed, refundState, partRefundId };
      await emit(TicketOrderChangedSchema, event, orderId, randomUUID(), version++);
    }
  }
  await eventually(async () => expect(mail.received).toEqual(['noor@example.com', 'noor@example.com']), 60_000);
  for (const { subject, text } of mail.mails) {
    expect(subject).toBe('What you paid for a ticket goes back to you');
    expect(text).toContain('The organizer has taken one of your tickets to “Opening night” back.');
  }
});

test('of tickets whose refund fails later the buyer is mailed that they are owed, and that it is paid, by the name of the event', async () => {
  const { mail, emit, person, neighbours } = await scene();
  const [orderId, accountId] = [randomUUID(), person('noor@example.com')];
  neighbours.subjects.set(orderId, 'Opening night');
  const changed = { orderId, accountId, state: 'REFUNDED' };
  const [refundId, paidId] = [randomUUID(), randomUUID()];
  for (const step of [
    { refund: 'SELLER', refundState: 'FAILED', refundId, owedStep: 'OWED' },
    { refund: 'ELSEWHERE', refundState: 'PENDING', refundId: paidId, owedStep: 'GOING' },
    { refund: 'ELSEWHERE', refundState: 'SUCCEEDED', refundId: paidId, owedStep: 'ELSEWHERE' },
  ]) {
    for (const _time of ['once', 'twice'])
      await emit(TicketOrderChangedSchema, { ...changed, ...step }, orderId, randomUUID());
  }
  await eventually(async () => expect(mail.received).toHaveLength(2), 60_000);
  expect(mail.mails.map(({ subject }) => subject).sort()).toEqual([
    'What we owed you for tickets to “Opening night” has gone back',
    'Your refund for tickets to “Opening night” has failed',
  ]);
});
