import { type ChallengeFacts, type ChallengePurpose, confirmUrl, timeLeft, whoAsked } from './challenge-facts.ts';
import { contactChangedMail, contactChangedText, isNotice } from './contact-changed-messages.ts';
import { mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';
import { isPasskeyNotice, passkeyMail, passkeyText } from './passkey-messages.ts';
import { greetingName } from './people-text.ts';
import { staffInvitationMail } from './staff-invitation-mail.ts';

/**
 * The mail of a challenge: a link, or a code. The link has its token in the fragment, which is not sent to servers, so
 * scanners that fetch links do not use it.
 */
export function challengeMail(facts: ChallengeFacts): Message {
  if (isNotice(facts)) return contactChangedMail(facts);
  if (facts.purpose === 'INVITED') return staffInvitationMail(facts);
  if (isPasskeyNotice(facts)) return passkeyMail(facts);
  return facts.linkToken ? linkMail(facts) : codeMail(facts);
}

/** The text message of a challenge. One part of 160 characters of the basic alphabet. */
export function challengeText(facts: ChallengeFacts): Message {
  if (isNotice(facts)) return contactChangedText(facts);
  if (isPasskeyNotice(facts)) return passkeyText(facts);
  const { code } = facts;
  const text = `${code} is your Marquee code. It is valid for ${timeLeft(facts)}. We never ask you for it: do not tell it to anybody.`;
  return { template: 'CHALLENGE_CODE', subject: '', text, html: '', links: [], code };
}

function linkMail(facts: ChallengeFacts): Message {
  const url = confirmUrl(facts);
  const greeting = greetingName(facts.firstName);
  const { template, ...words } = linkWords(facts.purpose, greeting);
  return mailMessage(template, {
    ...words,
    action: { label: words.action, url },
    preview: `Valid for ${timeLeft(facts)}.`,
    facts: whoAsked(facts),
    footnote: unexpected(facts),
  });
}

function linkWords(purpose: ChallengePurpose, greeting: string) {
  if (purpose === 'CREATE_ACCOUNT') {
    return {
      template: 'CREATE_ACCOUNT_LINK',
      subject: 'Confirm your email to join Marquee',
      heading: greeting ? `Welcome, ${greeting}` : 'Welcome to Marquee',
      paragraphs: ['Confirm that this is your email address, and your account is ready.'],
      action: 'Confirm my email',
    };
  }
  if (purpose === 'CHANGE_EMAIL') {
    return {
      template: 'CHANGE_EMAIL_LINK',
      subject: 'Confirm your new email for Marquee',
      heading: greeting ? `${greeting}, is this your new email?` : 'Is this your new email?',
      paragraphs: ['Confirm that this is your email address. From then on you sign in with it.'],
      action: 'Confirm my email',
    };
  }
  return {
    template: 'SIGN_IN_LINK',
    subject: 'Your link to sign in to Marquee',
    heading: greeting ? `Hello, ${greeting}` : 'Sign in to Marquee',
    paragraphs: ['Use this link to sign in. It works once.'],
    action: 'Sign in',
  };
}

function codeMail(facts: ChallengeFacts): Message {
  return mailMessage('CHALLENGE_CODE', {
    subject: 'Your Marquee code',
    preview: `Valid for ${timeLeft(facts)}.`,
    heading: 'Your code',
    paragraphs: ['Type this code where you are signing in. We never ask you for it in any other way.'],
    code: facts.code,
    facts: whoAsked(facts),
    footnote: unexpected(facts),
  });
}

function unexpected({ purpose }: ChallengeFacts): string {
  const harmless = 'If this was not you, you can ignore this message: nobody can continue without it.';
  if (purpose === 'CREATE_ACCOUNT') {
    return `You get this because somebody gave this address to join Marquee. ${harmless}`;
  }
  if (purpose === 'CHANGE_EMAIL') {
    return `You get this because somebody gave this address as the new one of their Marquee account. ${harmless}`;
  }
  return `You get this because somebody asked to sign in to Marquee with this address. ${harmless}`;
}
