import { isCredentialOf, newCredential } from './door-credentials.ts';

test('a device proves that it is a door by a secret of 32 bytes, of which only a hash is kept', () => {
  const [one, other] = [newCredential(), newCredential()];
  expect(Buffer.from(one.credential, 'base64url')).toHaveLength(32);
  expect(one.credentialHash.includes(Buffer.from(one.credential, 'base64url'))).toBe(false);
  expect([one, other].map(({ credential }) => isCredentialOf(one, credential))).toEqual([true, false]);
});
