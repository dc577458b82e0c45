import { createChallengeSecrets, sameBytes, sessionHashOf } from './challenge-secrets.ts';

const HASH_KEY = Buffer.alloc(32, 'b');
const secrets = createChallengeSecrets(Buffer.alloc(32, 'a'), HASH_KEY);
const challenge = { id: 'c1', generation: 1 };

test('a value of one purpose is nothing for another: each is hashed and derived apart [AUT-19:stored]', () => {
  const hashes = [
    secrets.browserHash('x'),
    secrets.linkHash('x'),
    secrets.codeHash('x', ''),
    secrets.codeHash('', 'x'),
    secrets.sessionHash('x'),
  ].map((hash) => hash.toString('hex'));
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(secrets.linkToken(challenge)).not.toBe(secrets.sessionToken({ id: 'c1' }, '1'));
  expect(secrets.sessionHash('x')).toEqual(sessionHashOf(HASH_KEY, 'x'));
});

test('link, code and session token are of one challenge, generation and browser [AUT-20:core]', () => {
  const tokens = [challenge, { id: 'c1', generation: 2 }, { id: 'c2', generation: 1 }].map(secrets.linkToken);
  expect(new Set(tokens).size).toBe(3);
  const sessions = [
    secrets.sessionToken({ id: 'c1' }, 'browser'),
    secrets.sessionToken({ id: 'c1' }, 'other'),
    secrets.sessionToken({ id: 'c2' }, 'browser'),
  ];
  expect(new Set(sessions).size).toBe(3);
  const codes = Array.from({ length: 50 }, (_, index) => secrets.code({ id: 'c1', generation: index + 1 }));
  expect(new Set(codes).size).toBeGreaterThan(45);
  for (const code of codes) expect(code).toMatch(/^\d{6}$/);
});

test('derived secrets stay the same, and differ under another key', () => {
  const other = createChallengeSecrets(Buffer.alloc(32, 'z'), Buffer.alloc(32, 'y'));
  const all = (from: typeof secrets) => [
    from.linkToken(challenge),
    from.linkHash('x').toString('hex'),
    from.sessionToken({ id: 'c1' }, 'b'),
    from.sessionHash('x').toString('hex'),
    from.browserToken('r1'),
  ];
  expect(all(secrets)).toEqual(all(secrets));
  for (const [index, value] of all(other).entries()) expect(value).not.toBe(all(secrets)[index]);
  expect(secrets.browserToken('r1')).not.toBe(secrets.browserToken('r2'));
});

test('bytes are the same when all of them are', () => {
  expect(sameBytes(Buffer.from('ab'), Buffer.from('ab'))).toBe(true);
  expect(sameBytes(Buffer.from('ab'), Buffer.from('ac'))).toBe(false);
  expect(sameBytes(Buffer.from('ab'), Buffer.from('abc'))).toBe(false);
});
