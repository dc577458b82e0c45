import { type Reader, type Wording, wordingFor } from '../language/wording.ts';
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

export type FilmDecisionFacts = Reader & {
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
  asset: 'UNSPECIFIED' | 'FILM_VIDEO' | 'TRAILER_VIDEO' | 'TRAILER_IMAGE' | 'POSTER_IMAGE';
};

type Words = Pick<MailContent, 'subject' | 'preview' | 'heading' | 'paragraphs' | 'quote'>;

/** The mail to a maker about what staff decided on their film. It names no member of staff. */
export function filmDecisionMail(facts: FilmDecisionFacts): Message {
  const wording = wordingFor(facts);
  const { t } = wording;
  const named = { title: quotedTitle(facts.filmTitle), name: greetingName(facts.firstName), asset: facts.asset };
  return mailMessage(wording, `FILM_${facts.kind}`, {
    ...WORDS[facts.kind](t, named, facts),
    action: { label: t('Open the film'), url: new URL(pathOf(facts), facts.publicUrl).href },
    ...(facts.refusal && { refusal: facts.refusal }),
    footnote: t('You get this because you made the film on Marquee. If it is not yours, you can ignore this.'),
  });
}

/** Where the maker sees what was decided, or continues. */
function pathOf({ kind, filmId, published }: FilmDecisionFacts): string {
  if (kind === 'REPLACEMENT_DECLINED') return `/content/${filmId}/upload`;
  const isShown = published && (kind === 'APPROVED' || kind === 'REPLACEMENT_APPROVED');
  return isShown ? `/feed/${filmId}` : `/content/${filmId}/edit`;
}

type Named = { title: string; name: string; asset: string };
type WordsOf = (t: Wording['t'], named: Named, facts: FilmDecisionFacts) => Words;

const WORDS: Record<FilmDecisionKind, WordsOf> = {
  APPROVED: (t, named, { published }) => ({
    subject: t('“{title}” is approved', named),
    preview: published ? t('It is in the feed now.') : t('It comes into the feed when you publish it.'),
    heading: named.name ? t('{name}, your film is approved', named) : t('Your film is approved'),
    paragraphs: [
      published
        ? t('Our staff have approved “{title}”. It is in the feed now.', named)
        : t('Our staff have approved “{title}”. It comes into the feed when you publish it.', named),
    ],
  }),
  CHANGES_REQUESTED: (t, named, { reason }) => ({
    subject: t('“{title}” needs changes before it is approved', named),
    preview: t('Read what our staff ask you to change.'),
    heading: named.name ? t('{name}, please change your film', named) : t('Please change your film'),
    paragraphs: [t('Our staff have looked at “{title}” and ask you for this before they approve it:', named)],
    quote: {
      text: reason,
      after: t('When you are done, press “Send for review again” on the film’s page in your studio.'),
    },
  }),
  APPROVAL_WITHDRAWN: (t, named) => ({
    subject: t('“{title}” is no longer approved', named),
    preview: t('Our staff will look at it again.'),
    heading: named.name ? t('{name}, your film is no longer approved', named) : t('Your film is no longer approved'),
    paragraphs: [
      t(
        'Our staff have taken back their approval of “{title}”, so it is not in the feed. They will look at it again.',
        named,
      ),
      t('We will mail you what they decide.'),
    ],
  }),
  CHANGE_REQUEST_WITHDRAWN: (t, named) => ({
    subject: t('“{title}” needs no changes after all', named),
    preview: t('Our staff have taken back what they asked for.'),
    heading: named.name ? t('{name}, no changes are needed', named) : t('No changes are needed'),
    paragraphs: [t('Our staff have taken back what they asked you to change on “{title}”.', named)],
  }),
  REPLACEMENT_APPROVED: (t, named) => ({
    subject: t(
      'The new {asset, select, FILM_VIDEO {film video} TRAILER_VIDEO {trailer} TRAILER_IMAGE {trailer image} POSTER_IMAGE {poster} other {file}} of “{title}” is approved',
      named,
    ),
    preview: t('It has taken the place of the one before.'),
    heading: named.name
      ? t(
          '{name}, your new {asset, select, FILM_VIDEO {film video} TRAILER_VIDEO {trailer} TRAILER_IMAGE {trailer image} POSTER_IMAGE {poster} other {file}} is approved',
          named,
        )
      : t(
          'Your new {asset, select, FILM_VIDEO {film video} TRAILER_VIDEO {trailer} TRAILER_IMAGE {trailer image} POSTER_IMAGE {poster} other {file}} is approved',
          named,
        ),
    paragraphs: [
      t(
        'Our staff have approved the new {asset, select, FILM_VIDEO {film video} TRAILER_VIDEO {trailer} TRAILER_IMAGE {trailer image} POSTER_IMAGE {poster} other {file}} of “{title}”. It has taken the place of the one before.',
        named,
      ),
    ],
  }),
  REPLACEMENT_DECLINED: (t, named) => ({
    subject: t(
      'The {asset, select, FILM_VIDEO {film video} TRAILER_VIDEO {trailer} TRAILER_IMAGE {trailer image} POSTER_IMAGE {poster} other {file}} of “{title}” stays as it was',
      named,
    ),
    preview: t(
      'Our staff have not approved the new {asset, select, FILM_VIDEO {film video} TRAILER_VIDEO {trailer} TRAILER_IMAGE {trailer image} POSTER_IMAGE {poster} other {file}}.',
      named,
    ),
    heading: named.name
      ? t(
          '{name}, your {asset, select, FILM_VIDEO {film video} TRAILER_VIDEO {trailer} TRAILER_IMAGE {trailer image} POSTER_IMAGE {poster} other {file}} stays as it was',
          named,
        )
      : t(
          'Your {asset, select, FILM_VIDEO {film video} TRAILER_VIDEO {trailer} TRAILER_IMAGE {trailer image} POSTER_IMAGE {poster} other {file}} stays as it was',
          named,
        ),
    paragraphs: [
      t(
        'Our staff have looked at the new {asset, select, FILM_VIDEO {film video} TRAILER_VIDEO {trailer} TRAILER_IMAGE {trailer image} POSTER_IMAGE {poster} other {file}} of “{title}” and have not approved it. The one before stays, and your film is shown as it was.',
        named,
      ),
      t('You can upload another on the film’s Upload page in your studio.'),
    ],
  }),
};
