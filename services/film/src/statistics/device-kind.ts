import { UAParser } from 'ua-parser-js';

const KINDS: Readonly<Record<string, string>> = { mobile: 'PHONE', tablet: 'TABLET', smarttv: 'TV' };

/** The kind of device that a browser says it runs on; '' where it says nothing. */
export function deviceKind(userAgent: string): string {
  if (userAgent === '') return '';
  const { device, browser } = UAParser(userAgent);
  // What has no type of its own is a computer, if it is a browser at all.
  if (device.type === undefined) return browser.name ? 'COMPUTER' : '';
  return KINDS[device.type] ?? '';
}
