import { createHmac, timingSafeEqual } from 'node:crypto';
import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';

const CODES = 10 ** CHALLENGE_LIMITS.codeDigits;
const DIGITS = 100;
const KNOWN_BYTES = 16;

type Issued = { id: string; generation: number };

/**
 * Every secret of a challenge. Link tokens (256 bits), codes, digits, cookies and session tokens are derived under one
 * key, so that they can be sent again without being kept; the database holds HMACs under a second key only [AUT-19].
 */
export type ChallengeSecrets = {
  /** The challenge cookie of the browser that made the request: the same when it asks again for a lost answer. */
  browserToken(requestId: string): string;
  browserHash(browserToken: string): Buffer;
  linkToken(challenge: Issued): string;
  linkHash(linkToken: string): Buffer;
  code(challenge: Issued): string;
  codeHash(challengeId: string, code: string): Buffer;
  digits(challenge: { id: string }): string;
  /** The same for the same browser and challenge: a poll that is asked again gets the same session. */
  sessionToken(challenge: { id: string }, browserToken: string): string;
  sessionHash(sessionToken: string): Buffer;
  /** What an authenticator signs: it proves when and for whom a ceremony began. */
  passkeyChallenge(ceremony: readonly string[]): Buffer;
  /** The same for the same browser and ceremony: a sign-in that is asked again gets the same session. */
  passkeySessionToken(ceremonyToken: string, browserToken: string): string;
  /** The link of a staff account: the same for the same member of staff and request. */
  staffLinkToken(actorId: string, requestId: string): string;
  /** What a browser keeps that has signed in with this email or phone, so that it may have links and codes sent there. */
  knownToken(address: string): string;
};

export function createChallengeSecrets(deriveKey: Uint8Array, hashKey: Uint8Array): ChallengeSecrets {
  const derive = (purpose: string, ...parts: string[]) => hmac(deriveKey, purpose, parts);
  const hash = (purpose: string, ...parts: string[]) => hmac(hashKey, purpose, parts);
  return {
    browserToken: (requestId) => derive('browser', requestId).toString('base64url'),
    browserHash: (token) => hash('browser', token),
    linkToken: ({ id, generation }) => derive('link', id, String(generation)).toString('base64url'),
    linkHash: (token) => hash('link', token),
    code: ({ id, generation }) => decimal(derive('code', id, String(generation)), CODES),
    codeHash: (id, code) => hash('code', id, code),
    digits: ({ id }) => decimal(derive('digits', id), DIGITS),
    sessionToken: ({ id }, browserToken) => derive('session', id, browserToken).toString('base64url'),
    sessionHash: (token) => sessionHashOf(hashKey, token),
    passkeyChallenge: (ceremony) => derive('passkey', ...ceremony),
    passkeySessionToken: (token, browserToken) => derive('passkey-session', token, browserToken).toString('base64url'),
    staffLinkToken: (actorId, requestId) => derive('staff-link', actorId, requestId).toString('base64url'),
    knownToken: (address) => derive('known', address).subarray(0, KNOWN_BYTES).toString('base64url'),
  };
}

/** The hash under which the database keeps a session. */
export function sessionHashOf(hashKey: Uint8Array, sessionToken: string): Buffer {
  return hmac(hashKey, 'session', [sessionToken]);
}

/** Compares in constant time. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

function hmac(key: Uint8Array, purpose: string, parts: readonly string[]): Buffer {
  return createHmac('sha256', key)
    .update([purpose, ...parts].join('\0'))
    .digest();
}

// 48 bits over at most 10^6 values: the bias is under 10^-8.
function decimal(bytes: Buffer, values: number): string {
  return String(bytes.readUIntBE(0, 6) % values).padStart(String(values - 1).length, '0');
}
