import { generateSigningKey, publicKeys, publicKeyToPem, signingKeyFromPem, signingKeyToPem } from './keys.ts';
import { issueServiceToken, verifyServiceToken } from './service-token.ts';
import { verifyViewerToken } from './viewer-token.ts';

const now = new Date('2026-11-20T12:00:00Z');

test('keys survive being written as PEM, and their id follows from them', () => {
  const key = generateSigningKey();
  const read = signingKeyFromPem(signingKeyToPem(key));
  expect(read.id).toBe(key.id);
  expect([...publicKeys(publicKeyToPem(key)).keys()]).toEqual([key.id]);
});

test('a service token is good for its signer and kind alone', () => {
  const [film, media] = [generateSigningKey(), generateSigningKey()];
  const keys = new Map([
    ['film', publicKeys(film)],
    ['media', publicKeys(media)],
  ]);
  const { token } = issueServiceToken(film, { caller: 'film', callee: 'identity' }, now);
  expect(verifyServiceToken(keys, token)).toMatchObject({ caller: 'film', callee: 'identity' });
  const borrowed = issueServiceToken(film, { caller: 'media', callee: 'identity' }, now).token;
  expect(verifyServiceToken(keys, borrowed)).toBeUndefined();
  expect(verifyViewerToken(publicKeys(film), token)).toBeUndefined();
  for (const broken of ['', 'a', 'a.b', 'a.b.c', `${token}.x`, token.replace(/^.{11}/, media.id), 'x'.repeat(10_000)]) {
    expect(verifyServiceToken(keys, broken)).toBeUndefined();
  }
});
