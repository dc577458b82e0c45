import { oneLine } from './plain-text.ts';

export const PASSKEY_LIMITS = {
  perAccount: 20,
  nameCharactersMax: 60,
  /** Of what a browser sends; authenticators answer with 1 to 4 kB. */
  credentialCharactersMax: 16_384,
} as const;

/** The texts of passkeys. */
export const PASSKEY_MESSAGES = {
  nameMissing: 'Please enter a name.',
  nameTooLong: `Please enter at most ${PASSKEY_LIMITS.nameCharactersMax} characters.`,
  refused: 'That passkey was not accepted. Please try again.',
  unknown: 'That passkey is not known here. It may have been removed.',
  expired: 'That took too long. Please try again.',
  alreadyAdded: 'This passkey was added already.',
  tooMany: `You can have up to ${PASSKEY_LIMITS.perAccount} passkeys. Please remove one first.`,
  notFound: 'This passkey was removed already.',
  lastOfStaff: 'Staff keep at least one passkey. Please add another one first.',
  linkInvalid: 'This link is not valid any more. Please ask for a new one.',
  notStaff: 'This account is not staff.',
  stepUpNeeded: 'Please confirm with your passkey first.',
  signInAgain: 'Please sign in again first: this is asked for within ten minutes of signing in.',
} as const;

export const passkeyNameSchema = oneLine()
  .min(1, PASSKEY_MESSAGES.nameMissing)
  .max(PASSKEY_LIMITS.nameCharactersMax, PASSKEY_MESSAGES.nameTooLong);
