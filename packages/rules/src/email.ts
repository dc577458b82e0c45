import { ACCOUNT_LIMITS } from './account.ts';

/** What counts as an email in the field of /sign-in; anything else is read as a phone number [AUT-01]. */
const EMAIL_PATTERN = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/;

/** True for a text that looks like an email. */
export function isEmail(text: string): boolean {
  return text.length <= ACCOUNT_LIMITS.emailCharactersMax && EMAIL_PATTERN.test(text.trim());
}

/** An email as it is kept and compared. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}
