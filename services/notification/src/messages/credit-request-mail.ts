import { type CreditFacts, creditMail } from './credit-mail.ts';
import type { Message } from './message.ts';
import { greetingName, quotedTitle } from './people-text.ts';

export type CreditRequestFacts = CreditFacts & { makerName: string };

/** The mail to a person whom a film names, who has to agree before the credit shows who they are. */
export function creditRequestMail(facts: CreditRequestFacts, refusalLabel?: string): Message {
  const title = quotedTitle(facts.filmTitle);
  const maker = greetingName(facts.makerName) || 'A filmmaker';
  const greeting = greetingName(facts.firstName);
  return creditMail(
    'CREDIT_REQUEST',
    facts,
    {
      subject: `Is this your credit on “${title}”?`,
      preview: `${maker} named you in the crew. Accept or decline it on Marquee.`,
      heading: greeting ? `${greeting}, is this your credit?` : 'Is this your credit?',
      paragraphs: [
        `${maker} named you in the crew of “${title}” on Marquee.`,
        'The credit shows who you are only if you accept it. You can change your mind at any time.',
      ],
      action: { label: 'Accept or decline', url: new URL('/credits', facts.publicUrl).href },
      footnote: 'Until you accept, the film shows the name alone. If you do not know the film, you can ignore this.',
    },
    refusalLabel,
  );
}
