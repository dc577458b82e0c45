import { type ChallengeFacts, whereAndWhen } from './challenge-facts.ts';
import { mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';
import { greetingName } from './people-text.ts';

export function isPasskeyNotice({ purpose }: Pick<ChallengeFacts, 'purpose'>): boolean {
  return purpose === 'PASSKEY_ADDED' || purpose === 'PASSKEY_REMOVED';
}

const accountUrl = ({ publicUrl }: ChallengeFacts) => new URL('/settings/account', publicUrl).href;

/** Tells the owner of an account that a passkey was added to it or removed from it. */
export function passkeyMail(facts: ChallengeFacts): Message {
  const greeting = greetingName(facts.firstName);
  return facts.purpose === 'PASSKEY_ADDED' ? addedMail(facts, greeting) : removedMail(facts, greeting);
}

function addedMail(facts: ChallengeFacts, greeting: string): Message {
  return mailMessage('PASSKEY_ADDED', {
    subject: 'A passkey was added to your account',
    preview: 'If this was you, there is nothing to do.',
    heading: greeting ? `${greeting}, you have a new passkey` : 'You have a new passkey',
    paragraphs: [
      'A passkey was added to your Marquee account. It signs in without an email or a code. If this was you, there is nothing to do.',
      'If it was not you, remove the passkey and sign out the browsers that you do not know.',
    ],
    action: { label: 'See my passkeys', url: accountUrl(facts) },
    facts: whereAndWhen(facts),
    footnote:
      'You get this because this is the address of your Marquee account. If you added the passkey, you can ignore this message.',
  });
}

function removedMail(facts: ChallengeFacts, greeting: string): Message {
  return mailMessage('PASSKEY_REMOVED', {
    subject: 'A passkey was removed from your account',
    preview: 'If this was you, there is nothing to do.',
    heading: greeting ? `${greeting}, a passkey was removed` : 'A passkey was removed',
    paragraphs: [
      'A passkey was removed from your Marquee account and signs nobody in any more. If this was you, there is nothing to do.',
      'If it was not you, sign in, sign out the browsers that you do not know, and add your passkey again.',
    ],
    action: { label: 'See my passkeys', url: accountUrl(facts) },
    facts: whereAndWhen(facts),
    footnote:
      'You get this because this is the address of your Marquee account. If you removed the passkey, you can ignore this message.',
  });
}

/** The same as a text message, for an account that has no email. */
export function passkeyText(facts: ChallengeFacts): Message {
  const url = accountUrl(facts);
  const text =
    facts.purpose === 'PASSKEY_ADDED'
      ? `A passkey was added to your Marquee account. Not you? Remove it: ${url}`
      : `A passkey was removed from your Marquee account. Not you? Check it: ${url}`;
  return { template: facts.purpose, subject: '', text, html: '', links: [url], code: '' };
}
