import { type Reader, wordingFor } from '../language/wording.ts';
import { mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';
import { greetingName, quotedTitle } from './people-text.ts';
import { refusalLinks } from './refusal-links.ts';
import { eventFacts, type MailedEvent } from './ticket-facts.ts';

export type TicketInvitationFacts = Reader & {
  publicUrl: string;
  /** Refuses further invitations. */
  refusalToken: string;
  invitationId: string;
  userTicketId: string;
  firstName: string;
  giverName: string;
  event: MailedEvent;
};

/** The mail to an address that a ticket was sent to. It is the same whether there is an account or not [TIC-03]. */
export function ticketInvitationMail(facts: TicketInvitationFacts): Message {
  const { event } = facts;
  const wording = wordingFor({ ...facts, timeZone: event.timeZone });
  const { t } = wording;
  const url = ticketUrl(facts);
  const title = quotedTitle(event.name);
  const known = greetingName(facts.giverName);
  const giver = known || t('Somebody');
  const name = greetingName(facts.firstName);
  return mailMessage(wording, 'TICKET_INVITATION', {
    subject: t('{giver} has sent you a ticket to “{title}”', { giver, title }),
    preview: t('Accept it on Marquee, with this email address.'),
    heading: name ? t('{name}, a ticket is yours', { name }) : t('A ticket is yours'),
    paragraphs: [
      t('{giver} has sent you a ticket to “{title}” on Marquee.', { giver, title }),
      t('Sign in or create an account with this email address to accept it. Until then nobody can use it.'),
    ],
    action: { label: t('See the ticket'), url },
    facts: eventFacts(wording, event),
    refusal: refusalLinks(facts, t('Stop all invitations')),
    footnote: known
      ? t('You get this because {giver} gave this address. If you do not want the ticket, you can ignore this.', {
          giver,
        })
      : t('You get this because somebody gave this address. If you do not want the ticket, you can ignore this.'),
  });
}

/** Signs its reader in, and leads to the ticket. */
function ticketUrl({ publicUrl, invitationId, userTicketId, event }: TicketInvitationFacts): string {
  const url = new URL('/auth', publicUrl);
  url.searchParams.set('invitationId', invitationId);
  url.searchParams.set('returnTo', `/events/${event.id}/tickets/${userTicketId}`);
  return url.href;
}

/** The same by text message, with how to stop further ones [NOT-04]. */
export function ticketInvitationText(facts: TicketInvitationFacts): Message {
  const { t } = wordingFor(facts);
  const giver = greetingName(facts.giverName) || t('Somebody');
  const [title, url] = [quotedTitle(facts.event.name), ticketUrl(facts)];
  const { url: stop } = refusalLinks(facts, '');
  return {
    ...{ template: 'TICKET_INVITATION', subject: '', html: '', code: '', links: [url, stop] },
    text: t(
      'Marquee: {giver} has sent you a ticket to “{title}”. Sign in with this number to accept it: {url} No more of these: {stop}',
      { giver, title, url, stop },
    ),
  };
}
