import { type MailContent, mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';
import { greetingName, quotedTitle } from './people-text.ts';

/** Staff's decisions that a maker is mailed. */
export type FilmDecisionKind =
  | 'APPROVED'
  | 'APPROVAL_WITHDRAWN'
  | 'CHANGES_REQUESTED'
  | 'CHANGE_REQUEST_WITHDRAWN'
  | 'REPLACEMENT_APPROVED'
  | 'REPLACEMENT_DECLINED';

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
  /** Of a replacement: what it replaces. */
  asset: keyof typeof ASSETS;
};

const ASSETS = {
  UNSPECIFIED: 'file',
  FILM_VIDEO: 'film video',
  TRAILER_VIDEO: 'trailer',
  TRAILER_IMAGE: 'trailer image',
  POSTER_IMAGE: 'poster',
};

type Words = Pick<MailContent, 'subject' | 'preview' | 'heading' | 'paragraphs' | 'quote'>;

/** The mail to a maker about what staff decided on their film. It names no member of staff. */
export function filmDecisionMail(facts: FilmDecisionFacts): Message {
  const greeting = greetingName(facts.firstName);
  const { heading, ...words } = WORDS[facts.kind](facts, quotedTitle(facts.filmTitle));
  return mailMessage(`FILM_${facts.kind}`, {
    ...words,
    heading: greeting ? `${greeting}, ${heading}` : heading.charAt(0).toUpperCase() + heading.slice(1),
    action: { label: 'Open the film', url: new URL(pathOf(facts), facts.publicUrl).href },
    ...(facts.refusal && { refusal: facts.refusal }),
    footnote: 'You get this because you made the film on Marquee. If it is not yours, you can ignore this.',
  });
}

/** Where the maker sees what was decided, or continues. */
function pathOf({ kind, filmId, published }: FilmDecisionFacts): string {
  if (kind === 'REPLACEMENT_DECLINED') return `/content/${filmId}/upload`;
  const isShown = published && (kind === 'APPROVED' || kind === 'REPLACEMENT_APPROVED');
  return isShown ? `/feed/${filmId}` : `/content/${filmId}/edit`;
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
  REPLACEMENT_APPROVED: ({ asset }, title) => ({
    subject: `The new ${ASSETS[asset]} of “${title}” is approved`,
    preview: 'It has taken the place of the one before.',
    heading: `your new ${ASSETS[asset]} is approved`,
    paragraphs: [
      `Our staff have approved the new ${ASSETS[asset]} of “${title}”. It has taken the place of the one before.`,
    ],
  }),
  REPLACEMENT_DECLINED: ({ asset }, title) => ({
    subject: `The ${ASSETS[asset]} of “${title}” stays as it was`,
    preview: `Our staff have not approved the new ${ASSETS[asset]}.`,
    heading: `your ${ASSETS[asset]} stays as it was`,
    paragraphs: [
      `Our staff have looked at the new ${ASSETS[asset]} of “${title}” and have not approved it. The one before stays, and your film is shown as it was.`,
      'You can upload another on the film’s Upload page in your studio.',
    ],
  }),
};
