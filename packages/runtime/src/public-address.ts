import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Special-purpose addresses of the IANA registries (RFC 6890): a file of places may still list them, and a caller may name them. */
const SPECIAL_NETWORKS = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 127],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const;

const special = new BlockList();
for (const [network, prefix] of SPECIAL_NETWORKS) special.addSubnet(network, prefix, isIPv4(network) ? 'ipv4' : 'ipv6');

/** True for an address of the public internet, false for a private or reserved one and for text that is no address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return isIPv6(address) && !special.check(address, 'ipv6');
}
