import type { IncomingMessage } from 'node:http';

/**
 * The address that a request came from. Each trusted proxy in front adds one entry to X-Forwarded-For: the one that the
 * outermost of ours wrote counts, everything left of it is the client's own claim.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return plain(direct);
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  return plain(forwarded.at(-trustedProxies)?.trim() || direct);
}

const plain = (address: string) => (address.startsWith('::ffff:') ? address.slice(7) : address);
