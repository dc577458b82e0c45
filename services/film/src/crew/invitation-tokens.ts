import { createHmac, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 16;

/** What proves in the address of a mail that its holder was invited: the invitation, signed for this purpose. */
export function invitationToken(key: string, invitationId: string): string {
  return `${invitationId}.${macOf(key, invitationId).toString('base64url')}`;
}

/** The invitation of a token; undefined when it was not signed here. */
export function invitationIdOf(key: string, token: string): string | undefined {
  const [invitationId = '', mac = ''] = token.split('.', 2);
  const given = Buffer.from(mac, 'base64url');
  const right = macOf(key, invitationId);
  return given.length === right.length && timingSafeEqual(given, right) ? invitationId : undefined;
}

function macOf(key: string, invitationId: string): Buffer {
  return createHmac('sha256', key).update(`invitation\n${invitationId}`).digest().subarray(0, MAC_BYTES);
}
