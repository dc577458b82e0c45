import { type Reader, wordingFor } from '../language/wording.ts';
import { mailMessage } from './mail-layout.ts';
import type { Message } from './message.ts';
import { greetingName } from './people-text.ts';

type Facts = Reader & { publicUrl: string; firstName: string };

export type ExportReadyFacts = Facts & { expiresAt: Date };
export type AccountClosingFacts = Facts & { keepUntil: Date; doneBy: Date };

/** The mail that says that an export can be downloaded. The link leads to the page, never to the file. */
export function exportReadyMail({ publicUrl, firstName, expiresAt, ...reader }: ExportReadyFacts): Message {
  const wording = wordingFor(reader);
  const { t } = wording;
  const name = greetingName(firstName);
  const day = wording.day(expiresAt);
  return mailMessage(wording, 'ACCOUNT_EXPORT', {
    subject: t('Your data is ready to download'),
    preview: t('You can download it until {day}.', { day }),
    heading: name ? t('{name}, your data is ready', { name }) : t('Your data is ready'),
    paragraphs: [
      t('You asked for a copy of what Marquee holds about you. It is ready now.'),
      t('You can download it until {day}, once you are signed in.', { day }),
    ],
    action: { label: t('Download my data'), url: new URL('/settings/export', publicUrl).href },
    footnote: t(
      'If you did not ask for this, somebody else may be signed in to your account. Please sign out the browsers that you do not know in your account settings.',
    ),
  });
}

/** The mail that says that an account is closing, and until when it can be kept. */
export function accountClosingMail({
  publicUrl,
  firstName,
  keepUntil,
  doneBy,
  ...reader
}: AccountClosingFacts): Message {
  const wording = wordingFor(reader);
  const { t } = wording;
  const name = greetingName(firstName);
  const day = wording.day(keepUntil);
  return mailMessage(wording, 'ACCOUNT_CLOSING', {
    subject: t('Your account is closing'),
    preview: t('You can keep it until {day}.', { day }),
    heading: name ? t('{name}, your account is closing', { name }) : t('Your account is closing'),
    paragraphs: [
      t(
        'You closed your account on Marquee. You are signed out everywhere, and nobody can find you or your films any more.',
      ),
      t(
        'You can change your mind until {day}: sign in and keep your account. By {doneBy} we will have deleted what we hold about you.',
        { day, doneBy: wording.day(doneBy) },
      ),
    ],
    action: { label: t('Keep my account'), url: new URL('/settings/close-account', publicUrl).href },
    footnote: t('If you did not close your account, please sign in and keep it now.'),
  });
}
