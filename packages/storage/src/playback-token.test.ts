import { createHmac } from 'node:crypto';
import { type PlaybackKeyRing, signPlayback, verifyPlayback } from './playback-token.ts';

const keys: PlaybackKeyRing = [{ id: 'k1', secret: Buffer.alloc(32, 7) }];
const now = new Date('2026-11-20T12:00:00Z');
const claims = {
  sessionId: '0199a1b2-0000-7000-8000-000000000001',
  filmId: '0199a1b2-0000-7000-8000-000000000002',
  version: '0199a1b2-0000-7000-8000-000000000003',
  expiresAt: new Date('2026-11-20T12:10:00Z'),
};
const own = { ...claims, addressId: '0199a1b2-0000-7000-8000-000000000004_2' };

test('a token says for which session, film and version it is, and until when [WAT-06:clear]', () => {
  expect(verifyPlayback(keys, signPlayback(keys, claims), now)).toEqual({ ok: true, claims });
});

test('a token of a playback names its address, which cannot be changed or left out [WAT-14:address]', () => {
  const token = signPlayback(keys, own);
  expect(verifyPlayback(keys, token, now)).toEqual({ ok: true, claims: own });
  const fields = token.split('.');
  const bad = { ok: false, refusal: 'BAD_SIGNATURE' };
  for (const film of [`${claims.filmId}_other_1`, claims.filmId, `${claims.filmId}_`]) {
    expect(verifyPlayback(keys, fields.with(3, film).join('.'), now)).toEqual(bad);
  }
});

test('processes of earlier releases take a token with an address: its fields are as many, and signed as before', () => {
  const fields = signPlayback(keys, own).split('.');
  expect(fields).toHaveLength(6);
  const [keyId, , sessionId, , version, signature] = fields;
  const payload = fields.slice(0, -1).join('.');
  const mac = createHmac('sha256', keys[0].secret).update('marquee playback v1\n').update(payload).digest('base64url');
  expect([keyId, sessionId, version, signature]).toEqual(['k1', own.sessionId, own.version, mac]);
});

test('the longest address fits beside the id of its film; a film whose id holds an underscore is refused', () => {
  const longest = { ...own, addressId: '_'.repeat(64) };
  expect(verifyPlayback(keys, signPlayback(keys, longest), now)).toEqual({ ok: true, claims: longest });
  expect(() => signPlayback(keys, { ...own, addressId: 'a'.repeat(65) })).toThrow('forbidden character');
  expect(() => signPlayback(keys, { ...own, addressId: '' })).toThrow('forbidden character');
  expect(() => signPlayback(keys, { ...own, filmId: 'a_b' })).toThrow('holds an underscore');
  expect(() => signPlayback(keys, { ...claims, filmId: 'a_b' })).toThrow('holds an underscore');
});

test('a token ends at its second, not after it [WAT-06:clear]', () => {
  const token = signPlayback(keys, claims);
  expect(verifyPlayback(keys, token, new Date('2026-11-20T12:09:59.999Z')).ok).toBe(true);
  expect(verifyPlayback(keys, token, new Date('2026-11-20T12:10:00Z'))).toEqual({ ok: false, refusal: 'EXPIRED' });
});

test('a token that starts later plays from its second on, and its start cannot be left out [WAT-13:premiere]', () => {
  const later = { ...own, startsAt: new Date('2026-11-20T12:05:00Z') };
  const token = signPlayback(keys, later);
  expect(verifyPlayback(keys, token, new Date('2026-11-20T12:05:00Z'))).toEqual({ ok: true, claims: later });
  const early = { ok: false, refusal: 'TOO_EARLY' };
  expect(verifyPlayback(keys, token, new Date('2026-11-20T12:04:59.999Z'))).toEqual(early);
  expect(verifyPlayback(keys, token, claims.expiresAt)).toEqual({ ok: false, refusal: 'EXPIRED' });
  const fields = token.split('.');
  expect(fields).toHaveLength(6);
  const without = fields.with(1, fields[1]?.split('-')[1] ?? '').join('.');
  expect(verifyPlayback(keys, without, now)).toEqual({ ok: false, refusal: 'BAD_SIGNATURE' });
});

test.each([0, 1, 2, 3, 4, 5])('changing field %i of a token makes it worthless [WAT-06:clear]', (index) => {
  const fields = signPlayback(keys, claims).split('.');
  const old = fields[index] ?? '';
  fields[index] = `${old.startsWith('1') ? '2' : '1'}${old.slice(1)}`;
  expect(verifyPlayback(keys, fields.join('.'), now).ok).toBe(false);
});

test.each(['', 'x', '....', '.....', 'a.b.c.d.e.f.g.h', 'x'.repeat(5000)])('refuses %p without throwing', (token) => {
  expect(verifyPlayback(keys, token, now)).toEqual({ ok: false, refusal: 'MALFORMED' });
});

test('another spelling of the same signature bytes is refused', () => {
  const token = signPlayback(keys, claims);
  const last = token.at(-1) ?? '';
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const twin = alphabet[alphabet.indexOf(last) ^ 1];
  expect(verifyPlayback(keys, token.slice(0, -1) + twin, now)).toEqual({ ok: false, refusal: 'BAD_SIGNATURE' });
});

test('a rotated key still verifies until it leaves the ring', () => {
  const token = signPlayback(keys, claims);
  const next = { id: 'k2', secret: Buffer.alloc(32, 8) };
  expect(verifyPlayback([next, keys[0]], token, now).ok).toBe(true);
  expect(signPlayback([next, keys[0]], claims).startsWith('k2.')).toBe(true);
  expect(verifyPlayback([next], token, now)).toEqual({ ok: false, refusal: 'UNKNOWN_KEY' });
});

test('a token has at most 400 characters, and its whole signature', () => {
  const signed = (filmId: string) => {
    const payload = `k1.${now.getTime()}.s.${filmId}.v`;
    const mac = createHmac('sha256', keys[0].secret)
      .update('marquee playback v1\n')
      .update(payload)
      .digest('base64url');
    return `${payload}.${mac}`;
  };
  const rest = signed('').length;
  const longest = signed('f'.repeat(400 - rest));
  expect(verifyPlayback(keys, longest, now).ok).toBe(true);
  expect(verifyPlayback(keys, signed('f'.repeat(401 - rest)), now)).toEqual({ ok: false, refusal: 'MALFORMED' });
  expect(verifyPlayback(keys, longest.slice(0, -4), now)).toEqual({ ok: false, refusal: 'BAD_SIGNATURE' });
});

test.each([0, 1, 2, 3, 4, 5])('a token without field %i is refused', (index) => {
  const fields = signPlayback(keys, claims).split('.');
  fields[index] = '';
  expect(verifyPlayback(keys, fields.join('.'), now)).toEqual({ ok: false, refusal: 'MALFORMED' });
});

test('a claim that could change the meaning of a token is refused at signing, and so is a short key', () => {
  expect(() => signPlayback(keys, { ...claims, filmId: 'a.b' })).toThrow('forbidden character');
  expect(() => signPlayback(keys, { ...claims, sessionId: '../x' })).toThrow('forbidden character');
  expect(() => signPlayback([{ id: 'k', secret: Buffer.alloc(31) }], claims)).toThrow('shorter than 32 bytes');
});

test('what the same key signed for another purpose opens nothing', () => {
  const token = signPlayback(keys, claims);
  const payload = token.slice(0, token.lastIndexOf('.'));
  const signedFor = (purpose: string) => {
    const mac = createHmac('sha256', keys[0].secret).update(purpose).update(payload).digest('base64url');
    return verifyPlayback(keys, `${payload}.${mac}`, now);
  };
  for (const purpose of ['', 'marquee licence v1\n', 'marquee playback v2\n']) {
    expect(signedFor(purpose)).toEqual({ ok: false, refusal: 'BAD_SIGNATURE' });
  }
  // Tokens of processes that are replaced stay valid.
  expect(signedFor('marquee playback v1\n').ok).toBe(true);
});
