import { wordingFor } from '../language/wording.ts';
import { type CreditFacts, creditMail } from './credit-mail.ts';
import type { Message } from './message.ts';
import { greetingName, quotedTitle } from './people-text.ts';
import { refusalLinks } from './refusal-links.ts';

export type CrewInvitationFacts = CreditFacts & {
  /** Shows what the person is asked, before the film's release as well. */
  invitationToken: string;
  inviterName: string;
};

/** The mail to a person who was named in a film's crew, with the link to claim the credit. */
export function crewInvitationMail(facts: CrewInvitationFacts): Message {
  const wording = wordingFor(facts);
  const { t } = wording;
  const url = creditUrl(facts);
  const title = quotedTitle(facts.filmTitle);
  const known = greetingName(facts.inviterName);
  const maker = known || t('A filmmaker');
  const name = greetingName(facts.firstName);
  return creditMail(wording, 'CREW_INVITATION', facts, {
    subject: t('You are credited on “{title}”', { title }),
    preview: t('{maker} named you in the crew. Claim your credit on Marquee.', { maker }),
    heading: name ? t('{name}, your name is in the credits', { name }) : t('Your name is in the credits'),
    paragraphs: [
      t('{maker} named you in the crew of “{title}” on Marquee.', { maker, title }),
      t('Claim the credit. Once it is yours, it shows your picture and counts as confirmed.'),
    ],
    action: { label: t('See the credit'), url },
    footnote: known
      ? t('You get this because {maker} gave this address. If you do not know the film, you can ignore this.', {
          maker,
        })
      : t('You get this because a filmmaker gave this address. If you do not know the film, you can ignore this.'),
  });
}

function creditUrl({ publicUrl, invitationToken }: CrewInvitationFacts): string {
  const url = new URL('/credits', publicUrl);
  url.searchParams.set('invitation', invitationToken);
  return url.href;
}

/** The same by text message, with how to stop further ones. */
export function crewInvitationText(facts: CrewInvitationFacts): Message {
  const { t } = wordingFor(facts);
  const url = creditUrl(facts);
  const maker = greetingName(facts.inviterName) || t('A filmmaker');
  const title = quotedTitle(facts.filmTitle);
  const { url: stop } = refusalLinks(facts, '');
  return {
    ...{ template: 'CREW_INVITATION', subject: '', html: '', code: '', links: [url, stop] },
    text: t('Marquee: {maker} named you in the crew of “{title}”. See the credit: {url} No more of these: {stop}', {
      ...{ maker, title, url, stop },
    }),
  };
}
