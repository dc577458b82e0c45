import { z } from 'zod';
import { ACCOUNT_MESSAGES } from './account-messages.ts';
import { isEmail, normalizeEmail } from './email.ts';
import { isPhone, normalizePhone } from './phone.ts';

/** An email in lower case, or an empty text. */
export const emailSchema = z
  .string()
  .transform(normalizeEmail)
  .refine((text) => text === '' || isEmail(text), ACCOUNT_MESSAGES.emailInvalid);

/** A phone number in E.164, or an empty text [AUT-03]. */
export const phoneSchema = z
  .string()
  .transform((text) => normalizePhone(text))
  .refine((text) => text === '' || isPhone(text), ACCOUNT_MESSAGES.phoneInvalid);

/** The texts of a change of the email or the phone number [SET-04]. */
export const CONTACT_MESSAGES = {
  emailFailed: 'Failed to update email',
  phoneFailed: 'Failed to update phone',
  signInToVerify: 'Please signin to send code',
  oneAtATime: 'Please change your email and your phone number one after the other.',
  lastAddress: 'You need an email or a phone number to sign in. Please add another one before you remove this one.',
  tryLater: 'Please try again later.',
  changeExpired: 'This change has expired. Nothing was changed. Please start again.',
  emailChanged: 'Your email was changed.',
  phoneChanged: 'Your phone number was changed.',
  emailRemoved: 'Your email was removed.',
  phoneRemoved: 'Your phone number was removed.',
} as const;

/** The texts of several accounts in one browser [AUT-13]. */
export const BROWSER_ACCOUNT_MESSAGES = {
  notHere: 'This account is not signed in in this browser any more. Please sign in to it again.',
  full: 'You can use 5 accounts in one browser. Please sign out of one of them first.',
} as const;

/** How long somebody stays signed in in a browser: both its cookie and the session that it names. */
export const SIGNED_IN_DAYS = 30;

/** Accounts that are signed in in one browser. */
export const BROWSER_ACCOUNTS_MAX = 5;
