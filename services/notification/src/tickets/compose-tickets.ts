import { calendarOf } from '@marquee/rules/event-calendar';
import { type Composed, type ComposeResources, NOTHING_TO_SEND, type NotSent } from '../delivery/compose.ts';
import { wordingFor } from '../language/wording.ts';
import type { Attachment } from '../messages/message.ts';
import { quotedTitle } from '../messages/people-text.ts';
import { type MailedTicket, ticketConfirmationMail } from '../messages/ticket-confirmation-mail.ts';
import type { Printer } from '../print/printer.ts';

/** The mail to somebody who got tickets, with the tickets as a PDF and for wallets, and their events for a calendar [TIC-07]. */
export async function composeTickets(
  { owners, printer, publicUrl }: ComposeResources,
  subjectId: string,
): Promise<Composed | NotSent> {
  const confirmed = await owners.ticketConfirmation(subjectId);
  if (!confirmed) return NOTHING_TO_SEND;
  const { accountId, ...facts } = confirmed;
  const { email: to, firstName, language } = await owners.mailAddress(accountId);
  if (!to) return NOTHING_TO_SEND;
  const message = ticketConfirmationMail({ ...facts, firstName, language, publicUrl, timeZone: '' });
  const attachments = [
    await ticketsFile(facts.tickets, { language, title: message.subject, printer }),
    calendarFile(facts.tickets, publicUrl),
    ...walletFiles(facts.tickets),
  ];
  return { channel: 'EMAIL', to, message: { ...message, attachments } };
}

async function ticketsFile(
  tickets: readonly MailedTicket[],
  { language, title, printer }: { language: string; title: string; printer: Printer },
): Promise<Attachment> {
  const printed = tickets.map(({ event, ticketTypeName, code }) => {
    const { t, moment } = wordingFor({ language, timeZone: event.timeZone });
    return {
      ...{ title: quotedTitle(event.name), festivalName: quotedTitle(event.festivalName), ticketTypeName, code },
      ...{ when: moment(event.startTime), where: quotedTitle(event.place) || t('Online') },
      note: t('Show this code at the door. It lets one person in, once.'),
    };
  });
  const content = await printer.print({ language, title, tickets: printed });
  return { filename: 'tickets.pdf', contentType: 'application/pdf', content };
}

/** A pass of each ticket that has one. */
function walletFiles(tickets: readonly MailedTicket[]): Attachment[] {
  const passes = tickets.map(({ applePass }) => applePass).filter(({ length }) => length > 0);
  return passes.map((content, index) => ({
    filename: passes.length === 1 ? 'ticket.pkpass' : `ticket-${index + 1}.pkpass`,
    ...{ contentType: 'application/vnd.apple.pkpass', content },
  }));
}

/** Each event once, however many tickets there are to it. */
function calendarFile(tickets: readonly MailedTicket[], publicUrl: string): Attachment {
  const events = new Map(tickets.map(({ event, eventVersion }) => [event.id, { event, eventVersion }]));
  const entries = [...events.values()].map(({ event, eventVersion }) => ({
    ...{ id: event.id, name: event.name, festivalName: event.festivalName, location: event.place },
    ...{ startTime: event.startTime, endTime: event.endTime, version: eventVersion, cancelled: false },
  }));
  const content = Buffer.from(calendarOf(entries, publicUrl));
  return { filename: 'tickets.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH', content };
}
