import { type Wording, wordingFor } from '../language/wording.ts';
import { type ChallengeFacts, type ChallengePurpose, confirmUrl, timeLeft, whoAsked } from './challenge-facts.ts';
import { contactChangedMail, contactChangedText, isNotice } from './contact-changed-messages.ts';
import { mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';
import { greetingName } from './people-text.ts';

/**
 * The mail of a challenge: a link, or a code. The link has its token in the fragment, which is not sent to servers, so
 * scanners that fetch links do not use it.
 */
export function challengeMail(facts: ChallengeFacts): Message {
  if (isNotice(facts)) return contactChangedMail(facts);
  const wording = wordingFor(facts);
  return facts.linkToken ? linkMail(wording, facts) : codeMail(wording, facts);
}

/** The text message of a challenge. One part of 160 characters of the basic alphabet, in every language. */
export function challengeText(facts: ChallengeFacts): Message {
  if (isNotice(facts)) return contactChangedText(facts);
  const wording = wordingFor(facts);
  const { code } = facts;
  const text = wording.t(
    '{code} is your Marquee code. It is valid for {time}. We never ask you for it: do not tell it to anybody.',
    { code, time: timeLeft(wording, facts) },
  );
  return { template: 'CHALLENGE_CODE', subject: '', text, html: '', links: [], code };
}

function linkMail(wording: Wording, facts: ChallengeFacts): Message {
  const url = confirmUrl(facts);
  const greeting = greetingName(facts.firstName);
  const { template, ...words } = linkWords(wording, facts.purpose, greeting);
  return mailMessage(wording, template, {
    ...words,
    action: { label: words.action, url },
    preview: wording.t('Valid for {time}.', { time: timeLeft(wording, facts) }),
    facts: whoAsked(wording, facts),
    footnote: unexpected(wording, facts),
  });
}

function linkWords({ t }: Wording, purpose: ChallengePurpose, name: string) {
  if (purpose === 'CREATE_ACCOUNT') {
    return {
      template: 'CREATE_ACCOUNT_LINK',
      subject: t('Confirm your email to join Marquee'),
      heading: name ? t('Welcome, {name}', { name }) : t('Welcome to Marquee'),
      paragraphs: [t('Confirm that this is your email address, and your account is ready.')],
      action: t('Confirm my email'),
    };
  }
  if (purpose === 'CHANGE_EMAIL') {
    return {
      template: 'CHANGE_EMAIL_LINK',
      subject: t('Confirm your new email for Marquee'),
      heading: name ? t('{name}, is this your new email?', { name }) : t('Is this your new email?'),
      paragraphs: [t('Confirm that this is your email address. From then on you sign in with it.')],
      action: t('Confirm my email'),
    };
  }
  return {
    template: 'SIGN_IN_LINK',
    subject: t('Your link to sign in to Marquee'),
    heading: name ? t('Hello, {name}', { name }) : t('Sign in to Marquee'),
    paragraphs: [t('Use this link to sign in. It works once.')],
    action: t('Sign in'),
  };
}

function codeMail(wording: Wording, facts: ChallengeFacts): Message {
  const { t } = wording;
  return mailMessage(wording, 'CHALLENGE_CODE', {
    subject: t('Your Marquee code'),
    preview: t('Valid for {time}.', { time: timeLeft(wording, facts) }),
    heading: t('Your code'),
    paragraphs: [t('Type this code where you are signing in. We never ask you for it in any other way.')],
    code: facts.code,
    facts: whoAsked(wording, facts),
    footnote: unexpected(wording, facts),
  });
}

function unexpected({ t }: Wording, { purpose }: ChallengeFacts): string {
  if (purpose === 'CREATE_ACCOUNT') {
    return t(
      'You get this because somebody gave this address to join Marquee. If this was not you, you can ignore this message: nobody can continue without it.',
    );
  }
  if (purpose === 'CHANGE_EMAIL') {
    return t(
      'You get this because somebody gave this address as the new one of their Marquee account. If this was not you, you can ignore this message: nobody can continue without it.',
    );
  }
  return t(
    'You get this because somebody asked to sign in to Marquee with this address. If this was not you, you can ignore this message: nobody can continue without it.',
  );
}
