import { type MailContent, mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';
import { quotedTitle } from './people-text.ts';

export type CreditFacts = {
  publicUrl: string;
  /** Refuses further invitations to this address. */
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
): Message {
  const credit = [
    { label: 'Film', value: quotedTitle(facts.filmTitle) },
    { label: 'Credit', value: quotedTitle(facts.credit) },
    { label: 'Role', value: quotedTitle(facts.role) },
  ];
  return mailMessage(template, {
    ...content,
    facts: credit.filter(({ value }) => value !== ''),
    refusal: refusalOf(facts),
  });
}

/** The page for people has the token in the fragment, which is not sent to servers; mail programs send no fragment. */
function refusalOf({ publicUrl, refusalToken }: CreditFacts): MailContent['refusal'] {
  const page = new URL('/unsubscribe', publicUrl);
  page.hash = `token=${refusalToken}`;
  const oneClick = new URL('/unsubscribe', publicUrl);
  oneClick.searchParams.set('token', refusalToken);
  return { label: 'Stop all invitations', url: page.href, oneClickUrl: oneClick.href };
}
