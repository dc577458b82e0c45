import { type MailContent, mailHtml, mailText } from './mail-layout.ts';
import type { Message } from './message.ts';
import { greetingName, quotedTitle } from './people-text.ts';

export type CrewInvitationFacts = {
  publicUrl: string;
  invitationId: string;
  filmId: string;
  filmTitle: string;
  firstName: string;
  inviterName: string;
  credit: string;
  role: string;
};

/** The mail to a person who was named in a film's crew, with the link to claim the credit. */
export function crewInvitationMail(facts: CrewInvitationFacts): Message {
  const url = new URL(`/feed/${encodeURIComponent(facts.filmId)}/crew`, facts.publicUrl);
  url.searchParams.set('invitation', facts.invitationId);
  const title = quotedTitle(facts.filmTitle);
  const inviter = greetingName(facts.inviterName) || 'A film maker';
  const greeting = greetingName(facts.firstName);
  const content: MailContent = {
    subject: `You are credited on “${title}”`,
    preview: `${inviter} named you in the crew. Claim your credit on Marquee.`,
    heading: greeting ? `${greeting}, your name is in the credits` : 'Your name is in the credits',
    paragraphs: [
      `${inviter} named you in the crew of “${title}” on Marquee.`,
      'Claim the credit, and it leads to your profile wherever the film is shown.',
    ],
    action: { label: 'See the credits', url: url.href },
    facts: [
      { label: 'Film', value: title },
      { label: 'Credit', value: quotedTitle(facts.credit) },
      { label: 'Role', value: quotedTitle(facts.role) },
    ].filter(({ value }) => value !== ''),
    footnote: `You get this once, because ${inviter} gave this address. If you do not know the film, you need not do anything.`,
  };
  return {
    template: 'CREW_INVITATION',
    subject: content.subject,
    text: mailText(content),
    html: mailHtml(content),
    links: [url.href],
    code: '',
  };
}
