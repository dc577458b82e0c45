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

const PROVIDERS_WITHOUT_DOTS = ['gmail.com', 'googlemail.com'];

/**
 * The mailbox behind an email, to compare recipients and never to send to: what follows a plus sign is left out, and the
 * dots and the second domain of Google's mail. So the variants of one address share its limits.
 */
export function mailboxOf(email: string): string {
  const address = normalizeEmail(email);
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const name = address.slice(0, at).replace(/(?<=.)\+.*$/, '');
  if (!PROVIDERS_WITHOUT_DOTS.includes(domain)) return `${name}@${domain}`;
  return `${name.replaceAll('.', '')}@gmail.com`;
}
