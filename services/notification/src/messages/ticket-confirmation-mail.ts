import { type Reader, wordingFor } from '../language/wording.ts';
import { mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';
import { greetingName, quotedTitle } from './people-text.ts';
import { eventFacts, type MailedEvent } from './ticket-facts.ts';

export type MailedTicket = {
  id: string;
  ticketTypeName: string;
  /** What its QR code says. */
  code: string;
  event: MailedEvent;
  eventVersion: number;
  /** A .pkpass file; empty where there is none. */
  applePass: Uint8Array;
};

export type TicketConfirmationFacts = Reader & {
  publicUrl: string;
  firstName: string;
  /** By the start of their events; not empty. */
  tickets: [MailedTicket, ...MailedTicket[]];
  /** How many there are. */
  count: number;
  /** In minor units; 0n for a gift, or for nothing. */
  amount: bigint;
  currency: string;
  /** Who gave the ticket; '' where it was bought. */
  giverName: string;
  isGift: boolean;
};

/** The mail to somebody who bought tickets, or was given one. The tickets themselves are attached [TIC-07]. */
export function ticketConfirmationMail(facts: TicketConfirmationFacts): Message {
  const { tickets, count, amount, publicUrl, isGift } = facts;
  const [first] = tickets;
  const { event } = first;
  const wording = wordingFor({ ...facts, timeZone: event.timeZone });
  const { t } = wording;
  const title = quotedTitle(event.name);
  const name = greetingName(facts.firstName);
  const giver = greetingName(facts.giverName) || t('Somebody');
  const path = count === 1 ? `/events/${event.id}/tickets/${first.id}` : '/settings/tickets';
  const paid = amount > 0n ? [{ label: t('Paid'), value: money(wording.language, amount, facts.currency) }] : [];
  return mailMessage(wording, isGift ? 'TICKET_RECEIVED' : 'TICKET_CONFIRMATION', {
    subject: t('{count, plural, one {Your ticket} other {Your # tickets}} to “{title}”', { count, title }),
    preview: t('The codes for the door are attached.'),
    heading: name
      ? t('{count, plural, one {{name}, here is your ticket} other {{name}, here are your # tickets}}', { count, name })
      : t('{count, plural, one {Here is your ticket} other {Here are your # tickets}}', { count }),
    paragraphs: [
      isGift ? t('{giver} has given you a ticket to “{title}”.', { giver, title }) : t('Thank you for your order.'),
      t(
        '{count, plural, one {Show the attached code at the door. It lets one person in, once.} other {Show the attached codes at the door. Each lets one person in, once.}}',
        { count },
      ),
    ],
    action: { label: count === 1 ? t('See the ticket') : t('See your tickets'), url: new URL(path, publicUrl).href },
    facts: [...eventFacts(wording, event), { label: t('Tickets'), value: ticketsText(tickets, count) }, ...paid],
    footnote: isGift
      ? t('You get this because a ticket was given to your account. A code of before no longer opens the door.')
      : t('You get this because tickets were ordered with your account.'),
  });
}

const money = (language: string, amount: bigint, currency: string) =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(amount) / 100);

/** How many there are of each kind; of many kinds only the number. */
function ticketsText(tickets: readonly MailedTicket[], count: number): string {
  const kinds = [...new Set(tickets.map(({ ticketTypeName }) => ticketTypeName))];
  return kinds.length === 1 ? `${count} × ${quotedTitle(kinds[0] ?? '')}` : String(count);
}
