import { type TextId, wordingFor } from '../language/wording.ts';
import { type CreditFacts, creditMail } from './credit-mail.ts';
import type { Message } from './message.ts';
import { greetingName, quotedTitle } from './people-text.ts';

export type CreditRequestFacts = CreditFacts & { makerName: string };

/** The mail to a person whom a film names, who has to agree before the credit shows who they are. */
export function creditRequestMail(facts: CreditRequestFacts, refusalLabel?: TextId): Message {
  const wording = wordingFor(facts);
  const { t } = wording;
  const title = quotedTitle(facts.filmTitle);
  const maker = greetingName(facts.makerName) || t('A filmmaker');
  const name = greetingName(facts.firstName);
  return creditMail(
    wording,
    'CREDIT_REQUEST',
    facts,
    {
      subject: t('Is this your credit on “{title}”?', { title }),
      preview: t('{maker} named you in the crew. Accept or decline it on Marquee.', { maker }),
      heading: name ? t('{name}, is this your credit?', { name }) : t('Is this your credit?'),
      paragraphs: [
        t('{maker} named you in the crew of “{title}” on Marquee.', { maker, title }),
        t('The credit shows who you are only if you accept it. You can change your mind at any time.'),
      ],
      action: { label: t('Accept or decline'), url: new URL('/credits', facts.publicUrl).href },
      footnote: t('Until you accept, the film shows the name alone. If you do not know the film, you can ignore this.'),
    },
    refusalLabel && t(refusalLabel),
  );
}
