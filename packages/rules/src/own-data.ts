import { normalizeEmail } from './email.ts';

const DAY_MS = 86_400_000;

export const OWN_DATA_LIMITS = {
  /** Between two exports, unless the first failed. */
  exportPauseMs: DAY_MS,
  /** How long a finished export can be downloaded. */
  exportKeptMs: 7 * DAY_MS,
  /** How long an export can be downloaded once its owner has proven who they are. */
  exportOpenMs: 3_600_000,
  /** Of one answer of ReadExport. */
  exportPieceBytesMax: 1024 * 1024,
  /** How long an account that is closing can be kept. */
  keepMs: 14 * DAY_MS,
  /** By when a closed account is anonymised everywhere. */
  doneMs: 30 * DAY_MS,
  typedCharactersMax: 320,
} as const;

/** The texts of Export my data and Close account. */
export const OWN_DATA_MESSAGES = {
  exportNotFound: 'This export does not exist any more.',
  exportNotOpened: 'Please start the download on the page of your export.',
  openFailed: 'We failed to start the download. Please try again.',
  exportTooSoon: 'You can ask for one export a day. Please come back tomorrow.',
  exportFailed: 'We failed to make your export. Please try again.',
  closeFailed: 'We failed to close your account.',
  typedWrongEmail: 'This is not the email of your account.',
  typedWrongPhone: 'This is not the phone number of your account.',
  keepFailed: 'We failed to keep your account. Please try again.',
  keepTooLate: 'This account was closed, and cannot be opened again.',
  lastAdmin: 'You are the only admin. Please make somebody else an admin first.',
  closed: 'This account was closed.',
} as const;

/** True when somebody has typed the address that the account has. */
export function isTypedAddress(
  typed: string,
  { email, phone }: { email: string | null; phone: string | null },
): boolean {
  if (email) return normalizeEmail(typed) === email;
  const digits = (text: string) => text.replace(/[\s().-]/g, '');
  return phone !== null && digits(typed) === phone;
}
