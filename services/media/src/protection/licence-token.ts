import { EncryptJWT } from 'jose';

/** A key as EME's Clear Key takes it: base64url without padding. */
export type IssuedKey = { keyId: string; key: string };

/** Time for one request of a licence, with clocks that differ a little. */
const LIFE_S = 60;

/**
 * What a licence server is sent with each request: which playback of which film asks, and its keys. A JWT that is encrypted
 * and authenticated (RFC 7519, JWE `dir` with A256GCM), so that a server with the same secret knows that it comes from here, and a
 * viewer who reads it learns no key.
 */
export function licenceToken(
  secret: Buffer,
  { playbackSessionId, filmId, keys }: { playbackSessionId: string; filmId: string; keys: readonly IssuedKey[] },
  now: Date,
): Promise<string> {
  const issuedS = Math.floor(now.getTime() / 1_000);
  const claims = { film: filmId, keys: keys.map(({ keyId, key }) => ({ kid: keyId, k: key })) };
  return new EncryptJWT(claims)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: 'JWT' })
    .setIssuer('marquee')
    .setSubject(playbackSessionId)
    .setIssuedAt(issuedS)
    .setExpirationTime(issuedS + LIFE_S)
    .encrypt(secret);
}
