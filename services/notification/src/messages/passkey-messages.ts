import { type Wording, wordingFor } from '../language/wording.ts';
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
  const wording = wordingFor(facts);
  const name = greetingName(facts.firstName);
  return facts.purpose === 'PASSKEY_ADDED' ? addedMail(wording, facts, name) : removedMail(wording, facts, name);
}

function addedMail(wording: Wording, facts: ChallengeFacts, name: string): Message {
  const { t } = wording;
  return mailMessage(wording, 'PASSKEY_ADDED', {
    subject: t('A passkey was added to your account'),
    preview: t('If this was you, there is nothing to do.'),
    heading: name ? t('{name}, you have a new passkey', { name }) : t('You have a new passkey'),
    paragraphs: [
      t(
        'A passkey was added to your Marquee account. It signs in without an email or a code. If this was you, there is nothing to do.',
      ),
      t('If it was not you, remove the passkey and sign out the browsers that you do not know.'),
    ],
    action: { label: t('See my passkeys'), url: accountUrl(facts) },
    facts: whereAndWhen(wording, facts),
    footnote: t(
      'You get this because this is the address of your Marquee account. If you added the passkey, you can ignore this message.',
    ),
  });
}

function removedMail(wording: Wording, facts: ChallengeFacts, name: string): Message {
  const { t } = wording;
  return mailMessage(wording, 'PASSKEY_REMOVED', {
    subject: t('A passkey was removed from your account'),
    preview: t('If this was you, there is nothing to do.'),
    heading: name ? t('{name}, a passkey was removed', { name }) : t('A passkey was removed'),
    paragraphs: [
      t(
        'A passkey was removed from your Marquee account and signs nobody in any more. If this was you, there is nothing to do.',
      ),
      t('If it was not you, sign in, sign out the browsers that you do not know, and add your passkey again.'),
    ],
    action: { label: t('See my passkeys'), url: accountUrl(facts) },
    facts: whereAndWhen(wording, facts),
    footnote: t(
      'You get this because this is the address of your Marquee account. If you removed the passkey, you can ignore this message.',
    ),
  });
}

/** The same as a text message, for an account that has no email. */
export function passkeyText(facts: ChallengeFacts): Message {
  const url = accountUrl(facts);
  const { t } = wordingFor(facts);
  const text =
    facts.purpose === 'PASSKEY_ADDED'
      ? t('A passkey was added to your Marquee account. Not you? Remove it: {url}', { url })
      : t('A passkey was removed from your Marquee account. Not you? Check it: {url}', { url });
  return { template: facts.purpose, subject: '', text, html: '', links: [url], code: '' };
}
