import { wordingFor } from '../language/wording.ts';
import { type ChallengeFacts, confirmUrl, whoAsked } from './challenge-facts.ts';
import { mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';
import { greetingName } from './people-text.ts';

const NOTICES = ['UNDO_EMAIL', 'UNDO_PHONE'];

const whatChanged = ({ purpose }: ChallengeFacts) => ({ what: purpose === 'UNDO_PHONE' ? 'PHONE' : 'EMAIL' });

/** Whether the message says that an address was changed: nobody asked for it. */
export function isNotice({ purpose }: Pick<ChallengeFacts, 'purpose'>): boolean {
  return NOTICES.includes(purpose);
}

/** Tells the address before that the email or the phone number of its account was changed, and how to take that back. */
export function contactChangedMail(facts: ChallengeFacts): Message {
  const wording = wordingFor(facts);
  const { t } = wording;
  const what = whatChanged(facts);
  const name = greetingName(facts.firstName);
  return mailMessage(wording, 'CONTACT_CHANGED', {
    subject: t('The {what, select, PHONE {phone number} other {email}} of your Marquee account was changed', what),
    preview: t('If this was you, there is nothing to do.'),
    heading: name
      ? t('{name}, your {what, select, PHONE {phone number} other {email}} was changed', { ...what, name })
      : t('Your {what, select, PHONE {phone number} other {email}} was changed', what),
    paragraphs: [
      t(
        'The {what, select, PHONE {phone number} other {email}} by which you sign in to Marquee was changed or removed. If this was you, there is nothing to do.',
        what,
      ),
      t(
        'If it was not you, take it back: your account gets the email and phone number that it had, and is signed out everywhere.',
      ),
    ],
    action: { label: t('This was not me'), url: confirmUrl(facts) },
    facts: whoAsked(wording, facts),
    footnote: t(
      'You get this because this was an address of your Marquee account. If you made the change, you can ignore this message.',
    ),
  });
}

/** The same as a text message, for an account that had no email. */
export function contactChangedText(facts: ChallengeFacts): Message {
  const url = confirmUrl(facts);
  const text = wordingFor(facts).t(
    'Your Marquee {what, select, PHONE {phone number} other {email}} was changed. Not you? Take it back: {url}',
    { ...whatChanged(facts), url },
  );
  return { template: 'CONTACT_CHANGED', subject: '', text, html: '', links: [url], code: '' };
}
