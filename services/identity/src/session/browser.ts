import { isIPv4, isIPv6 } from 'node:net';
import type { ClientInfo } from '@marquee/runtime/client-info';
import { UAParser } from 'ua-parser-js';

/** The browser that calls, as the gateway describes it. */
export type Browser = ClientInfo & {
  /** The challenge cookie; empty without one. */
  challengeToken: string;
};

const PLACE_UNKNOWN = 'Unknown place';
const DEVICE_UNKNOWN = 'Unknown device';
const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** What a person recognises: "Firefox on Windows". */
export function deviceOf({ userAgent }: Browser): string {
  const { browser, os, device } = UAParser(userAgent);
  const system = device.model && device.type ? device.model : os.name;
  if (browser.name && system) return `${browser.name} on ${system}`;
  return browser.name ?? system ?? DEVICE_UNKNOWN;
}

/** What a person recognises: "Portugal", or "Lisbon, Portugal" where the city is known [AUT-20]. */
export function placeOf({ place }: Browser): string {
  if (!place) return PLACE_UNKNOWN;
  const country = COUNTRY_NAMES.of(place.country) ?? place.country;
  const within = place.city ?? place.region;
  return within ? `${within}, ${country}` : country;
}

/** The network of an address, not the address: /24 of IPv4, /48 of IPv6. */
export function truncatedIp(ip: string): string {
  const bare = ip.toLowerCase().startsWith('::ffff:') && isIPv4(ip.slice(7)) ? ip.slice(7) : ip;
  if (isIPv4(bare)) return `${bare.split('.').slice(0, 3).join('.')}.0`;
  if (!isIPv6(bare)) return '';
  return `${groupsOf(bare).slice(0, 3).join(':')}::`;
}

function groupsOf(ip: string): string[] {
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const before = head.split(':').filter(Boolean);
  if (tail === undefined) return before;
  const after = tail.split(':').filter(Boolean);
  return [...before, ...Array(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}
