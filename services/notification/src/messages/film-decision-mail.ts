import { type MailContent, mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';
import { greetingName, quotedTitle } from './people-text.ts';

/** Staff's decisions that a maker is mailed. */
export type FilmDecisionKind = 'APPROVED' | 'APPROVAL_WITHDRAWN' | 'CHANGES_REQUESTED' | 'CHANGE_REQUEST_WITHDRAWN';

export type FilmDecisionFacts = {
  publicUrl: string;
  kind: FilmDecisionKind;
  filmId: string;
  filmTitle: string;
  /** Of the maker. */
  firstName: string;
  /** What staff ask of the maker, in several lines; '' without. */
  reason: string;
  published: boolean;
  /** Refuses further mails such as this one; a mail that was planned before this was possible has none. */
  refusal?: MailContent['refusal'];
};

type Words = Pick<MailContent, 'subject' | 'preview' | 'heading' | 'paragraphs' | 'quote'>;

/** The mail to a maker about what staff decided on their film. It names no member of staff. */
export function filmDecisionMail(facts: FilmDecisionFacts): Message {
  const greeting = greetingName(facts.firstName);
  const { heading, ...words } = WORDS[facts.kind](facts, quotedTitle(facts.filmTitle));
  const path = facts.kind === 'APPROVED' && facts.published ? `/feed/${facts.filmId}` : `/content/${facts.filmId}/edit`;
  return mailMessage(`FILM_${facts.kind}`, {
    ...words,
    heading: greeting ? `${greeting}, ${heading}` : heading.charAt(0).toUpperCase() + heading.slice(1),
    action: { label: 'Open the film', url: new URL(path, facts.publicUrl).href },
    ...(facts.refusal && { refusal: facts.refusal }),
    footnote: 'You get this because you made the film on Marquee. If it is not yours, you can ignore this.',
  });
}

const WORDS: Record<FilmDecisionKind, (facts: FilmDecisionFacts, title: string) => Words> = {
  APPROVED: ({ published }, title) => ({
    subject: `“${title}” is approved`,
    preview: published ? 'It is in the feed now.' : 'It comes into the feed when you publish it.',
    heading: 'your film is approved',
    paragraphs: [
      published
        ? `Our staff have approved “${title}”. It is in the feed now.`
        : `Our staff have approved “${title}”. It comes into the feed when you publish it.`,
    ],
  }),
  CHANGES_REQUESTED: ({ reason }, title) => ({
    subject: `“${title}” needs changes before it is approved`,
    preview: 'Read what our staff ask you to change.',
    heading: 'please change your film',
    paragraphs: [`Our staff have looked at “${title}” and ask you for this before they approve it:`],
    quote: {
      text: reason,
      after: 'When you are done, press “Send for review again” on the film’s page in your studio.',
    },
  }),
  APPROVAL_WITHDRAWN: (_facts, title) => ({
    subject: `“${title}” is no longer approved`,
    preview: 'Our staff will look at it again.',
    heading: 'your film is no longer approved',
    paragraphs: [
      `Our staff have taken back their approval of “${title}”, so it is not in the feed. They will look at it again.`,
      'We will mail you what they decide.',
    ],
  }),
  CHANGE_REQUEST_WITHDRAWN: (_facts, title) => ({
    subject: `“${title}” needs no changes after all`,
    preview: 'Our staff have taken back what they asked for.',
    heading: 'no changes are needed',
    paragraphs: [`Our staff have taken back what they asked you to change on “${title}”.`],
  }),
};
