import { sign, verify } from 'node:crypto';
import type { PublicKeys, SigningKey } from './keys.ts';

const TOKEN_BYTES_MAX = 8192;

export type SignedClaims = {
  /** Seconds since 1970. */
  iat: number;
  exp: number;
};

/** `<key id>.<claims>.<signature>`; the purpose is signed with them, so that one kind never passes for another. */
export function signToken(key: SigningKey, purpose: string, claims: SignedClaims & Record<string, unknown>): string {
  const body = `${key.id}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${body}.${sign(null, Buffer.from(`${purpose}:${body}`), key.privateKey).toString('base64url')}`;
}

/** The claims and the id of the key that signed them, or nothing for a token that is malformed, unknown or forged. */
export function openToken(
  keys: PublicKeys,
  purpose: string,
  token: string,
): { keyId: string; claims: unknown } | undefined {
  if (token.length > TOKEN_BYTES_MAX) return undefined;
  const [keyId = '', body = '', signature = '', ...rest] = token.split('.');
  const publicKey = keys.get(keyId);
  if (!publicKey || rest.length > 0) return undefined;
  const signed = Buffer.from(`${purpose}:${keyId}.${body}`);
  if (!verify(null, signed, publicKey, Buffer.from(signature, 'base64url'))) return undefined;
  try {
    return { keyId, claims: JSON.parse(Buffer.from(body, 'base64url').toString()) };
  } catch {
    return undefined;
  }
}
