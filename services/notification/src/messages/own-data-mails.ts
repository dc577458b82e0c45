import { formatAddedDate } from '@marquee/rules/format';
import { mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';
import { greetingName } from './people-text.ts';

type Facts = { publicUrl: string; firstName: string };

export type ExportReadyFacts = Facts & { expiresAt: Date };
export type AccountClosingFacts = Facts & { keepUntil: Date; doneBy: Date };

/** The mail that says that an export can be downloaded. The link leads to the page, never to the file. */
export function exportReadyMail({ publicUrl, firstName, expiresAt }: ExportReadyFacts): Message {
  const greeting = greetingName(firstName);
  return mailMessage('ACCOUNT_EXPORT', {
    subject: 'Your data is ready to download',
    preview: `You can download it until ${formatAddedDate(expiresAt)}.`,
    heading: greeting ? `${greeting}, your data is ready` : 'Your data is ready',
    paragraphs: [
      'You asked for a copy of what Marquee holds about you. It is ready now.',
      `You can download it until ${formatAddedDate(expiresAt)}, once you are signed in.`,
    ],
    action: { label: 'Download my data', url: new URL('/settings/export', publicUrl).href },
    footnote:
      'If you did not ask for this, somebody else may be signed in to your account. Please sign out the browsers that you do not know in your account settings.',
  });
}

/** The mail that says that an account is closing, and until when it can be kept. */
export function accountClosingMail({ publicUrl, firstName, keepUntil, doneBy }: AccountClosingFacts): Message {
  const greeting = greetingName(firstName);
  return mailMessage('ACCOUNT_CLOSING', {
    subject: 'Your account is closing',
    preview: `You can keep it until ${formatAddedDate(keepUntil)}.`,
    heading: greeting ? `${greeting}, your account is closing` : 'Your account is closing',
    paragraphs: [
      'You closed your account on Marquee. You are signed out everywhere, and nobody can find you or your films any more.',
      `You can change your mind until ${formatAddedDate(keepUntil)}: sign in and keep your account. By ${formatAddedDate(doneBy)} we will have deleted what we hold about you.`,
    ],
    action: { label: 'Keep my account', url: new URL('/settings/close-account', publicUrl).href },
    footnote: 'If you did not close your account, please sign in and keep it now.',
  });
}
