import { type Reader, wordingFor } from '../language/wording.ts';
import { mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';
import { greetingName, quotedTitle } from './people-text.ts';
import { refusalLinks } from './refusal-links.ts';

export type JudgeInvitationFacts = Reader & {
  publicUrl: string;
  /** Refuses further invitations. */
  refusalToken: string;
  firstName: string;
  inviterName: string;
  festivalName: string;
  callTitle: string;
};

/** The mail to an address whose owner is asked to judge. It is the same whether there is an account or not [FES-09]. */
export function judgeInvitationMail(facts: JudgeInvitationFacts): Message {
  const wording = wordingFor(facts);
  const { t } = wording;
  const url = new URL('/auth', facts.publicUrl);
  url.searchParams.set('returnTo', '/judging');
  const festival = quotedTitle(facts.festivalName);
  const title = quotedTitle(facts.callTitle);
  const known = greetingName(facts.inviterName);
  const inviter = known || t('Somebody');
  const name = greetingName(facts.firstName);
  return mailMessage(wording, 'JUDGE_INVITATION', {
    subject: t('{festival} asks you to judge films', { festival }),
    preview: t('Accept or decline it on Marquee, with this email address.'),
    heading: name ? t('{name}, you are asked to judge films', { name }) : t('You are asked to judge films'),
    paragraphs: [
      t('{inviter} asks you to judge what was submitted to “{title}” of {festival}.', { inviter, title, festival }),
      t('Sign in or create an account with this email address to accept or decline.'),
    ],
    action: { label: t('See the invitation'), url: url.href },
    facts: [],
    refusal: refusalLinks(facts, t('Stop all invitations')),
    footnote: known
      ? t('You get this because {inviter} gave this address. If you do not want to judge, you can ignore this.', {
          inviter,
        })
      : t('You get this because somebody gave this address. If you do not want to judge, you can ignore this.'),
  });
}
