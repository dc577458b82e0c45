import { type MailContent, mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';
import { quotedTitle } from './people-text.ts';
import { refusalLinks } from './refusal-links.ts';

export type CreditFacts = {
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
  template: string,
  facts: CreditFacts,
  content: Omit<MailContent, 'facts' | 'refusal'>,
  refusalLabel = 'Stop all invitations',
): Message {
  const credit = [
    { label: 'Film', value: quotedTitle(facts.filmTitle) },
    { label: 'Credit', value: quotedTitle(facts.credit) },
    { label: 'Role', value: quotedTitle(facts.role) },
  ];
  return mailMessage(template, {
    ...content,
    facts: credit.filter(({ value }) => value !== ''),
    refusal: refusalLinks(facts, refusalLabel),
  });
}
