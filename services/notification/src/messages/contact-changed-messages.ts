import { type ChallengeFacts, confirmUrl, whoAsked } from './challenge-facts.ts';
import { mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';
import { greetingName } from './people-text.ts';

const WHAT = { UNDO_EMAIL: 'email', UNDO_PHONE: 'phone number' } as const;

const whatChanged = ({ purpose }: ChallengeFacts) => (purpose === 'UNDO_PHONE' ? WHAT.UNDO_PHONE : WHAT.UNDO_EMAIL);

/** Whether the message says that an address was changed: nobody asked for it. */
export function isNotice({ purpose }: Pick<ChallengeFacts, 'purpose'>): boolean {
  return purpose in WHAT;
}

/** Tells the address before that the email or the phone number of its account was changed, and how to take that back. */
export function contactChangedMail(facts: ChallengeFacts): Message {
  const what = whatChanged(facts);
  const greeting = greetingName(facts.firstName);
  return mailMessage('CONTACT_CHANGED', {
    subject: `The ${what} of your Marquee account was changed`,
    preview: 'If this was you, there is nothing to do.',
    heading: greeting ? `${greeting}, your ${what} was changed` : `Your ${what} was changed`,
    paragraphs: [
      `The ${what} by which you sign in to Marquee was changed or removed. If this was you, there is nothing to do.`,
      'If it was not you, take it back: your account gets the email and phone number that it had, and is signed out everywhere.',
    ],
    action: { label: 'This was not me', url: confirmUrl(facts) },
    facts: whoAsked(facts),
    footnote:
      'You get this because this was an address of your Marquee account. If you made the change, you can ignore this message.',
  });
}

/** The same as a text message, for an account that had no email. */
export function contactChangedText(facts: ChallengeFacts): Message {
  const url = confirmUrl(facts);
  const text = `Your Marquee ${whatChanged(facts)} was changed. Not you? Take it back: ${url}`;
  return { template: 'CONTACT_CHANGED', subject: '', text, html: '', links: [url], code: '' };
}
