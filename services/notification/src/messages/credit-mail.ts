import type { Reader, Wording } from '../language/wording.ts';
import { type MailContent, mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';
import { quotedTitle } from './people-text.ts';
import { refusalLinks } from './refusal-links.ts';

export type CreditFacts = Reader & {
  publicUrl: string;
  /** Refuses further mails such as this one. */
  refusalToken: string;
  filmTitle: string;
  firstName: string;
  credit: string;
  role: string;
};

/** A mail about a credit of a film: with what the credit says, and with how to stop all such mails. */
export function creditMail(
  wording: Wording,
  template: string,
  facts: CreditFacts,
  content: Omit<MailContent, 'facts' | 'refusal'>,
  refusalLabel = wording.t('Stop all invitations'),
): Message {
  const { t } = wording;
  const credit = [
    { label: t('Film'), value: quotedTitle(facts.filmTitle) },
    { label: t('Credit'), value: quotedTitle(facts.credit) },
    { label: t('Role'), value: quotedTitle(facts.role) },
  ];
  return mailMessage(wording, template, {
    ...content,
    facts: credit.filter(({ value }) => value !== ''),
    refusal: refusalLinks(facts, refusalLabel),
  });
}
