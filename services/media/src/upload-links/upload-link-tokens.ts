import { createHmac, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 16;

/** The right to use a link: its id, signed for this purpose. */
export function uploadLinkToken(key: string, linkId: string): string {
  return `${linkId}.${macOf(key, linkId).toString('base64url')}`;
}

/** The link of a token; undefined when it was not signed here. */
export function linkIdOf(key: string, token: string): string | undefined {
  const [linkId = '', mac = ''] = token.split('.', 2);
  const given = Buffer.from(mac, 'base64url');
  const right = macOf(key, linkId);
  return given.length === right.length && timingSafeEqual(given, right) ? linkId : undefined;
}

function macOf(key: string, linkId: string): Buffer {
  return createHmac('sha256', key).update(`upload-link\n${linkId}`).digest().subarray(0, MAC_BYTES);
}
