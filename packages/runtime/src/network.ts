import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;

/**
 * The network of an address: /24 of IPv4 (`192.0.2.0`), /48 of IPv6 (`2001:db8:1::`). Empty for text that is no address.
 */
export function networkOf(address: string): string {
  const plain = unmapped(address);
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0`;
  return isIPv6(plain) ? firstGroups(plain, 3) : '';
}

/**
 * What one connection to the internet holds, so that it is counted as one client: the address of IPv4, the /64 of IPv6.
 * Text that is no address is returned as it is.
 */
export function holderOf(address: string): string {
  const plain = unmapped(address);
  return isIPv6(plain) ? firstGroups(plain, 4) : plain;
}

/** An IPv4 address that a socket of IPv6 reports as `::ffff:192.0.2.1`. */
function unmapped(address: string): string {
  return address.toLowerCase().startsWith('::ffff:') && isIPv4(address.slice(7)) ? address.slice(7) : address;
}

function firstGroups(address: string, count: number): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const groups = [...before, ...Array(Math.max(0, GROUPS - before.length - after.length)).fill('0'), ...after];
  return `${groups.slice(0, count).join(':')}::`;
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|localhost|::1|\[::1\])$/;

/** True for a host to listen on that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
