import { DIAL_CODE_DEFAULT } from './countries.ts';

const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * A phone number as it is stored: without spaces, parentheses and dashes, with the dial code in front unless it starts
 * with + [AUT-03].
 */
export function normalizePhone(text: string, dialCode = DIAL_CODE_DEFAULT): string {
  const bare = text.replace(/[\s()\-\u2010-\u2015]/g, '');
  if (bare === '' || bare.startsWith('+')) return bare;
  return `+${dialCode.replace(/^\+/, '')}${bare}`;
}

/** A phone number as a screen shows it, with a + in front [AUT-09]. */
export function withPlus(phone: string): string {
  const bare = normalizePhone(phone, '');
  return bare === '' || bare.startsWith('+') ? bare : `+${bare}`;
}

/** True for a number in E.164. */
export function isPhone(text: string): boolean {
  return E164.test(text);
}
