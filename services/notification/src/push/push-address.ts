import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '@marquee/runtime/public-address';

/** The address leads into a private network, or to this machine. */
export class AddressNotAllowedError extends Error {
  override readonly name = 'AddressNotAllowedError';
  constructor() {
    super('An address of a push service leads to no public network');
  }
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Says whether the address that a browser gave may be called: https, on the public internet, without a user. Anybody who
 * signs in can name any address, so it must not reach what only this network reaches. Names are checked again by
 * `publicLookup`, when they are resolved.
 *
 * @param allowsLoopback a push service of a test, over http on this machine
 */
export function isPushAddress(endpoint: string, allowsLoopback: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, username, password, hash } = new URL(endpoint);
  if (username || password || hash) return false;
  if (LOOPBACK.test(hostname)) return allowsLoopback;
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal)) return protocol === 'https:' && isPublicAddress(literal);
  // A name of one label is one of this network's.
  return (
    protocol === 'https:' &&
    /\.[a-z][a-z0-9-]*\.?$/i.test(hostname) &&
    !/\.(local|internal|localhost)\.?$/i.test(hostname)
  );
}

/** Resolves a name to public addresses alone, at the connection itself: an answer cannot change in between. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new AddressNotAllowedError(), '', 0);
    }
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};
