import { type CreditFacts, creditMail } from './credit-mail.ts';
import type { Message } from './message.ts';
import { greetingName, quotedTitle } from './people-text.ts';

export type CrewInvitationFacts = CreditFacts & {
  /** Shows what the person is asked, before the film's release as well. */
  invitationToken: string;
  inviterName: string;
};

/** The mail to a person who was named in a film's crew, with the link to claim the credit. */
export function crewInvitationMail(facts: CrewInvitationFacts): Message {
  const url = new URL('/credits', facts.publicUrl);
  url.searchParams.set('invitation', facts.invitationToken);
  const title = quotedTitle(facts.filmTitle);
  const inviter = greetingName(facts.inviterName) || 'A filmmaker';
  const greeting = greetingName(facts.firstName);
  return creditMail('CREW_INVITATION', facts, {
    subject: `You are credited on “${title}”`,
    preview: `${inviter} named you in the crew. Claim your credit on Marquee.`,
    heading: greeting ? `${greeting}, your name is in the credits` : 'Your name is in the credits',
    paragraphs: [
      `${inviter} named you in the crew of “${title}” on Marquee.`,
      'Claim the credit. Once it is yours, it shows your picture and counts as confirmed.',
    ],
    action: { label: 'See the credit', url: url.href },
    footnote: `You get this because ${inviter} gave this address. If you do not know the film, you can ignore this.`,
  });
}
