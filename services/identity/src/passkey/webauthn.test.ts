import { credentialSchema } from './webauthn.ts';

const isTaken = (changes: object) => {
  const id = Buffer.alloc(8).toString('base64url');
  const credential = { id, rawId: id, type: 'public-key', response: {}, ...changes };
  return credentialSchema.safeParse(JSON.stringify(credential)).success;
};

test('the id of a passkey has up to 1,023 bytes, as WebAuthn allows', () => {
  const ofBytes = (bytes: number) => ({ id: Buffer.alloc(bytes).toString('base64url') });
  expect([1_023, 1_024].map((bytes) => isTaken(ofBytes(bytes)))).toEqual([true, false]);
});

test('what is no credential is refused', () => {
  expect(isTaken({})).toBe(true);
  for (const changes of [{ id: 'no base64!' }, { rawId: '' }, { type: 'password' }, { response: null }]) {
    expect(isTaken(changes)).toBe(false);
  }
  expect(credentialSchema.safeParse('{').success).toBe(false);
});
