import { formatMoment } from '@marquee/rules/format';
import { mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';
import { greetingName } from './people-text.ts';

/** The content of a challenge message. Either the link token or the code is set. */
export type ChallengeFacts = {
  publicUrl: string;
  linkToken: string;
  code: string;
  firstName: string;
  createsAccount: boolean;
  device: string;
  place: string;
  startedAt: Date;
  expiresAt: Date;
  now: Date;
};

const MS_PER_MINUTE = 60_000;

/**
 * The mail of a challenge: a link, or a code. The link has its token in the fragment, which is not sent to servers, so
 * scanners that fetch links do not use it.
 */
export function challengeMail(facts: ChallengeFacts): Message {
  return facts.linkToken ? linkMail(facts) : codeMail(facts);
}

/** The text message of a challenge. One part of 160 characters of the basic alphabet. */
export function challengeText(facts: ChallengeFacts): Message {
  const { code } = facts;
  const text = `${code} is your Marquee code. It is valid for ${minutesLeft(facts)}. We never ask you for it: do not tell it to anybody.`;
  return { template: 'CHALLENGE_CODE', subject: '', text, html: '', links: [], code };
}

function linkMail(facts: ChallengeFacts): Message {
  const url = new URL('/auth/confirm', facts.publicUrl);
  url.hash = `token=${facts.linkToken}`;
  const greeting = greetingName(facts.firstName);
  const template = facts.createsAccount ? 'CREATE_ACCOUNT_LINK' : 'SIGN_IN_LINK';
  return mailMessage(template, {
    ...(facts.createsAccount
      ? {
          subject: 'Confirm your email to join Marquee',
          heading: greeting ? `Welcome, ${greeting}` : 'Welcome to Marquee',
          paragraphs: ['Confirm that this is your email address, and your account is ready.'],
          action: { label: 'Confirm my email', url: url.href },
        }
      : {
          subject: 'Your link to sign in to Marquee',
          heading: greeting ? `Hello, ${greeting}` : 'Sign in to Marquee',
          paragraphs: ['Use this link to sign in. It works once.'],
          action: { label: 'Sign in', url: url.href },
        }),
    preview: `Valid for ${minutesLeft(facts)}.`,
    facts: whoAsked(facts),
    footnote: unexpected(facts),
  });
}

function codeMail(facts: ChallengeFacts): Message {
  return mailMessage('CHALLENGE_CODE', {
    subject: 'Your Marquee code',
    preview: `Valid for ${minutesLeft(facts)}.`,
    heading: 'Your code',
    paragraphs: ['Type this code where you are signing in. We never ask you for it in any other way.'],
    code: facts.code,
    facts: whoAsked(facts),
    footnote: unexpected(facts),
  });
}

function whoAsked(facts: ChallengeFacts): { label: string; value: string }[] {
  return [
    { label: 'Asked for on', value: facts.device },
    { label: 'Near', value: facts.place },
    { label: 'At', value: formatMoment(facts.startedAt, 'UTC') },
    { label: 'Valid for', value: minutesLeft(facts) },
  ].filter(({ value }) => value !== '');
}

function unexpected({ createsAccount }: ChallengeFacts): string {
  const harmless = 'If this was not you, you can ignore this message: nobody can continue without it.';
  return createsAccount
    ? `You get this because somebody gave this address to join Marquee. ${harmless}`
    : `You get this because somebody asked to sign in to Marquee with this address. ${harmless}`;
}

function minutesLeft({ now, expiresAt }: ChallengeFacts): string {
  const minutes = Math.max(1, Math.floor((expiresAt.getTime() - now.getTime()) / MS_PER_MINUTE));
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
