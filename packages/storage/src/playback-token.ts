import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a playback token entitles to: one version of one film, for one session, from `startsAt` until `expiresAt`. */
export type PlaybackClaims = {
  sessionId: string;
  filmId: string;
  version: string;
  /** Absent for one that plays at once. */
  startsAt?: Date;
  expiresAt: Date;
  /** By which the address is ended before it expires; absent for one that ends with its session alone. */
  addressId?: string;
};

/** `secret` has 32 bytes or more. The first key of a ring signs; all of them verify, so keys can be rotated. */
export type PlaybackKey = { id: string; secret: Uint8Array };
export type PlaybackKeyRing = readonly [PlaybackKey, ...PlaybackKey[]];

export type PlaybackRefusal = 'MALFORMED' | 'UNKNOWN_KEY' | 'BAD_SIGNATURE' | 'TOO_EARLY' | 'EXPIRED';
export type PlaybackVerdict = { ok: true; claims: PlaybackClaims } | { ok: false; refusal: PlaybackRefusal };

/** What each text of the claims must be. */
export const PLAYBACK_CLAIM = /^[A-Za-z0-9_-]{1,64}$/;
const FIELDS = 6;
const TOKEN_LENGTH_MAX = 400;
const SECRET_BYTES_MIN = 32;

/**
 * `<keyId>.[<start>-]<expiry>.<session>.<film>[_<address>].<version>.<hmac>`: start and expiry in seconds since 1970,
 * HMAC-SHA256 in base64url over everything before it. No field can hold a dot, and no film an underscore, so no two
 * sets of claims sign the same text. Safe in a URL's path. The address is part of the field of the film because processes
 * of earlier releases, which run beside this one during an update, take six fields alone and never read the film; one with a
 * start they take for expired.
 */
export function signPlayback(keys: PlaybackKeyRing, claims: PlaybackClaims): string {
  const key = keys[0];
  if (key.secret.length < SECRET_BYTES_MIN) throw new Error(`Playback key ${key.id} is shorter than 32 bytes`);
  const { sessionId, filmId, version, addressId, startsAt } = claims;
  const expiry = [startsAt, claims.expiresAt].flatMap((at) => (at ? [Math.floor(at.getTime() / 1000)] : [])).join('-');
  for (const part of [key.id, expiry, sessionId, filmId, version, ...(addressId === undefined ? [] : [addressId])])
    if (!PLAYBACK_CLAIM.test(part)) throw new Error('A playback claim holds a forbidden character');
  // What follows the first underscore is the address.
  if (filmId.includes('_')) throw new Error('The film of a playback holds an underscore');
  const film = addressId === undefined ? filmId : `${filmId}_${addressId}`;
  const payload = [key.id, expiry, sessionId, film, version].join('.');
  return `${payload}.${mac(key, payload).toString('base64url')}`;
}

/** Checks the signature in constant time, then the time; says which of them failed, for the log and the answer. */
export function verifyPlayback(keys: PlaybackKeyRing, token: string, now: Date): PlaybackVerdict {
  const fields = token.split('.');
  if (token.length > TOKEN_LENGTH_MAX || fields.length !== FIELDS || fields.includes('')) {
    return { ok: false, refusal: 'MALFORMED' };
  }
  const [keyId, expiry, sessionId, film, version, signature] = fields as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const key = keys.find((candidate) => candidate.id === keyId);
  if (!key) return { ok: false, refusal: 'UNKNOWN_KEY' };

  const expected = mac(key, token.slice(0, token.lastIndexOf('.')));
  const given = Buffer.from(signature, 'base64url');
  // Base64 has several spellings of the same bytes; only the one that was issued counts.
  const canonical = given.length === expected.length && given.toString('base64url') === signature;
  if (!canonical || !timingSafeEqual(given, expected)) return { ok: false, refusal: 'BAD_SIGNATURE' };

  const [until = '', from] = expiry.split('-').reverse();
  const expiresAt = new Date(Number(until) * 1000);
  const startsAt = from === undefined ? undefined : new Date(Number(from) * 1000);
  if (startsAt && startsAt > now) return { ok: false, refusal: 'TOO_EARLY' };
  if (!(expiresAt.getTime() > now.getTime())) return { ok: false, refusal: 'EXPIRED' };
  const [filmId = '', ...rest] = film.split('_');
  const addressId = rest.join('_');
  const times = { ...(startsAt && { startsAt }), expiresAt };
  return { ok: true, claims: { sessionId, filmId, version, ...times, ...(addressId && { addressId }) } };
}

function mac(key: PlaybackKey, payload: string): Buffer {
  return createHmac('sha256', key.secret).update('marquee playback v1\n').update(payload).digest();
}
