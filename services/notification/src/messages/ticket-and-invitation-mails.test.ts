import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { TicketEventSchema } from '@marquee/contracts/festival/v1/tickets_pb';
import { wordingFor } from '../language/wording.ts';
import { judgeInvitationMail } from './judge-invitation-mail.ts';
import { digestMail } from './notice-mail.ts';
import { type MailedTicket, ticketConfirmationMail } from './ticket-confirmation-mail.ts';
import { mailedEvent } from './ticket-facts.ts';
import { ticketInvitationMail, ticketInvitationText } from './ticket-invitation-mail.ts';

const READER = { language: 'en', timeZone: '', publicUrl: 'https://films.example', refusalToken: 'hash.signature' };
const STOP = 'https://films.example/unsubscribe#token=hash.signature';
const times = {
  startTime: timestampFromDate(new Date('2026-11-23T20:00:00Z')),
  endTime: timestampFromDate(new Date('2026-11-23T22:00:00Z')),
};
const planned = create(TicketEventSchema, {
  ...{ id: 'event-1', name: 'Opening night', festivalName: 'Lumen Film Festival', timeZone: 'Europe/Lisbon' },
  ...{ ...times, eventVirtual: false, venueName: 'Cinema São Jorge', venuePlace: 'Lisbon' },
});
const eventOf = (changes: object = {}) => {
  const event = mailedEvent(create(TicketEventSchema, { ...planned, ...changes } as never));
  if (!event) throw new Error('the event has no times');
  return event;
};

test('an event has its place, its time where it is, and neither without both of its ends', () => {
  expect(eventOf().place).toBe('Cinema São Jorge, Lisbon');
  expect(eventOf({ venuePlace: '' }).place).toBe('Cinema São Jorge');
  expect(eventOf({ eventVirtual: true }).place).toBe('');
  for (const missing of ['startTime', 'endTime']) {
    expect(mailedEvent(create(TicketEventSchema, { ...planned, [missing]: undefined } as never))).toBeUndefined();
  }
});

describe('an invitation to judge', () => {
  const facts = { ...READER, firstName: 'Ana', inviterName: 'Maeve', festivalName: 'Lumen', callTitle: 'Shorts 2027' };

  test('leads through signing in to what is judged, names who asks, and can be stopped', () => {
    const mail = judgeInvitationMail(facts);
    expect(mail).toMatchObject({
      subject: 'Lumen asks you to judge films',
      links: ['https://films.example/auth?returnTo=%2Fjudging', STOP],
      oneClickUrl: 'https://films.example/unsubscribe?token=hash.signature',
    });
    expect(mail.text).toMatch(
      /^Ana, you are asked to judge films\n\nMaeve asks you to judge .* “Shorts 2027” of Lumen\./,
    );
  });

  test('says somebody where no name is one', () => {
    const { text } = judgeInvitationMail({ ...facts, firstName: '', inviterName: 'www.evil.example' });
    expect(text).toMatch(/^You are asked to judge films\n\nSomebody asks you to judge/);
    expect(text).toContain('because somebody gave this address');
  });
});

describe('a ticket that is sent to an address or a number', () => {
  const facts = {
    ...{ ...READER, invitationId: 'invitation-1', userTicketId: 'ticket-1', firstName: 'Ana', giverName: 'Maeve' },
    event: eventOf(),
  };
  const link = 'https://films.example/auth?invitationId=invitation-1&returnTo=%2Fevents%2Fevent-1%2Ftickets%2Fticket-1';

  test('leads through signing in to the ticket, with what, when and where, and can be stopped', () => {
    const mail = ticketInvitationMail(facts);
    expect(mail).toMatchObject({ subject: 'Maeve has sent you a ticket to “Opening night”', links: [link, STOP] });
    expect(mail.text).toMatch(/^Ana, a ticket is yours\n/);
    for (const said of ['When: Nov 23, 2026 at 08:00\u00a0PM\u00a0GMT', 'Where: Cinema São Jorge, Lisbon']) {
      expect(mail.text).toContain(said);
    }
    const message = ticketInvitationText(facts);
    expect(message).toMatchObject({ html: '', links: [link, STOP] });
    expect(message.text).toMatch(/^Marquee: Maeve has sent you a ticket to “Opening night”\. /);
  });

  test('is sent by somebody where no name is one, and is online where there is no place', () => {
    const nobody = { ...facts, firstName: '', giverName: 'www.evil.example', event: eventOf({ eventVirtual: true }) };
    const mail = ticketInvitationMail(nobody);
    expect(mail.subject).toBe('Somebody has sent you a ticket to “Opening night”');
    expect(mail.text).toMatch(/^A ticket is yours\n/);
    expect(mail.text).toContain('Where: Online');
    expect(ticketInvitationText(nobody).text).toMatch(/^Marquee: Somebody has sent/);
  });
});

describe('tickets that were bought or given', () => {
  const ticket = (id: string, ticketTypeName: string): MailedTicket => ({
    ...{ id, ticketTypeName, code: 'code', event: eventOf(), eventVersion: 1, applePass: new Uint8Array() },
  });
  const one = {
    ...{ ...READER, firstName: 'Ana', tickets: [ticket('ticket-1', 'Balcony')] as [MailedTicket], count: 1 },
    ...{ amount: 1_250n, currency: 'USD', giverName: '', isGift: false },
  };

  test('one leads to itself, several to all of them, with their kinds and what was paid', () => {
    const mail = ticketConfirmationMail(one);
    expect(mail).toMatchObject({
      template: 'TICKET_CONFIRMATION',
      subject: 'Your ticket to “Opening night”',
      links: ['https://films.example/events/event-1/tickets/ticket-1'],
    });
    for (const said of ['See the ticket:', 'Tickets: 1 × Balcony', 'Paid: $12.50', 'Thank you for your order.']) {
      expect(mail.text).toContain(said);
    }
    const both = ticketConfirmationMail({ ...one, tickets: [...one.tickets, ticket('ticket-2', 'Balcony')], count: 2 });
    expect(both).toMatchObject({
      subject: 'Your 2 tickets to “Opening night”',
      links: ['https://films.example/settings/tickets'],
    });
    for (const said of ['See your tickets:', 'Tickets: 2 × Balcony']) expect(both.text).toContain(said);
    const kinds = ticketConfirmationMail({ ...one, tickets: [...one.tickets, ticket('ticket-2', 'Hall')], count: 2 });
    expect(kinds.text).toContain('Tickets: 2\n');
  });

  test('what cost nothing says no amount, and a gift says who gave it', () => {
    const gift = { ...one, amount: 0n, giverName: 'Maeve', isGift: true };
    const mail = ticketConfirmationMail(gift);
    expect(mail.template).toBe('TICKET_RECEIVED');
    expect(mail.text).toContain('Maeve has given you a ticket to “Opening night”.');
    expect(mail.text).not.toContain('Paid:');
    expect(ticketConfirmationMail({ ...gift, giverName: '' }).text).toContain('Somebody has given you a ticket');
  });
});

describe('one mail a day with what is new', () => {
  const refusal = { label: 'Stop', url: STOP, oneClickUrl: 'https://films.example/unsubscribe?token=hash.signature' };
  const digest = (titles: string[], hasMore = false) => {
    const notices = titles.map((title) => ({ title, text: 'Look.' }));
    return digestMail(wordingFor(READER), { ...READER, firstName: '', notices, hasMore, refusal });
  };

  test('has the title of what is new as its subject, and says where there is more', () => {
    expect(digest(['A film is out']).subject).toBe('A film is out');
    expect(digest(['A film is out', 'Maeve likes it!']).subject).toBe('Your day on Marquee: A film is out and more');
    const { text } = digest(['A film is out', 'Maeve likes it!'], true);
    expect(text).toContain('A film is out. Look.\n\nMaeve likes it! Look.\n\nThere is more in your notifications.');
    expect(digest(['A film is out']).text).not.toContain('There is more');
  });
});
