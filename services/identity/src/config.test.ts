import { generateKeyPairSync } from 'node:crypto';
import { loadConfig } from '@marquee/runtime/config';
import { signingKeyToPem } from '@marquee/runtime/keys';
import { viewerKey } from '@marquee/testing/test-keys';
import { identityConfig } from './config.ts';

const base = {
  PUBLIC_URL: 'https://marquee.example',
  CHALLENGE_KEY: Buffer.alloc(32, 1).toString('base64'),
  CHALLENGE_HASH_KEY: Buffer.alloc(32, 2).toString('base64'),
  CURSOR_KEY: 'c'.repeat(32),
};
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });

test('the key of viewer tokens is read', () => {
  const config = loadConfig(identityConfig, { ...base, VIEWER_SIGNING_KEY: signingKeyToPem(viewerKey) });
  expect(config.VIEWER_SIGNING_KEY.id).toBe(viewerKey.id);
});

test.each([
  ['no key', 'hunter2'],
  ['a key of another kind', String(rsa)],
])('%s of viewer tokens is refused by its name, and its value is not said [SYS-02:environment]', (_, value) => {
  expect(() => loadConfig(identityConfig, { ...base, VIEWER_SIGNING_KEY: value })).toThrow(
    /^VIEWER_SIGNING_KEY: must be an Ed25519 private key as PKCS #8 PEM$/,
  );
});

test.each([
  ['a process that a network reaches', { HOST: '0.0.0.0' }, /HOST=0\.0\.0\.0: it only exists on this machine/],
  ['production', { NODE_ENV: 'production' }, /NODE_ENV=production/],
])('staff without a passkey are refused in %s [AUT-17:staff]', (_, env, reason) => {
  const valid = { ...base, VIEWER_SIGNING_KEY: signingKeyToPem(viewerKey), ALLOW_STAFF_WITHOUT_PASSKEY: '1' };
  expect(loadConfig(identityConfig, valid).ALLOW_STAFF_WITHOUT_PASSKEY).toBe(true);
  expect(() => loadConfig(identityConfig, { ...valid, ...env })).toThrow(reason);
  expect(loadConfig(identityConfig, { ...valid, ...env, ALLOW_STAFF_WITHOUT_PASSKEY: '0' })).toMatchObject(env);
});
