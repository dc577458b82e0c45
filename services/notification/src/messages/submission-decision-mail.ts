import { type Reader, wordingFor } from '../language/wording.ts';
import { mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';
import { quotedTitle } from './people-text.ts';

export type SubmissionDecisionFacts = Reader & {
  publicUrl: string;
  festivalName: string;
  filmTitle: string;
  /** The organization's own words, in which names stand already. */
  subject: string;
  body: string;
};

/** The mail to a maker about what an organization decided: its own words, in a frame of the reader's language. */
export function submissionDecisionMail(facts: SubmissionDecisionFacts): Message {
  const wording = wordingFor(facts);
  const { t } = wording;
  const named = { festival: quotedTitle(facts.festivalName), title: quotedTitle(facts.filmTitle) };
  return mailMessage(wording, 'SUBMISSION_DECISION', {
    ...{ subject: facts.subject, preview: t('{festival} has decided on “{title}”.', named), heading: facts.subject },
    paragraphs: [t('{festival} writes to you about “{title}”:', named)],
    quote: { text: facts.body, after: t('You see how all of your films stand in your submissions.') },
    action: { label: t('See your submissions'), url: new URL('/user/submissions', facts.publicUrl).href },
    footnote: t('You get this because you submitted a film on Marquee.'),
  });
}
