import { loadConfig } from '@marquee/runtime/config';
import { mediaConfig } from './config.ts';

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const base = {
  UPLOADS_DIR: '/uploads',
  SCRATCH_DIR: '/scratch',
  PLAYBACK_KEYS: `k1:${key(1)}`,
  PROTECTION_KEYS: `p1:${key(2)}`,
  CURSOR_KEY: 'c'.repeat(32),
  UPLOAD_LINK_KEY: 'l'.repeat(32),
};
const widevine = { DRM_WIDEVINE_URL: 'https://drm.example/widevine', DRM_TOKEN_KEY: key(3) };

test('no licence server is configured by default, and variables without a text count as not set', () => {
  expect(loadConfig(mediaConfig, base)).toMatchObject({ DRM_WIDEVINE_URL: '', DRM_FAIRPLAY_URL: '' });
  expect(loadConfig(mediaConfig, { ...base, DRM_WIDEVINE_URL: '', DRM_TOKEN_KEY: '' }).DRM_TOKEN_KEY).toBeUndefined();
  expect(loadConfig(mediaConfig, { ...base, ...widevine }).DRM_TOKEN_KEY).toEqual(Buffer.alloc(32, 3));
});

test('FairPlay has an address and a certificate [WAT-06] [SYS-02:environment]', () => {
  const fairplay = {
    DRM_FAIRPLAY_URL: 'https://drm.example/fairplay',
    DRM_FAIRPLAY_CERTIFICATE_URL: 'https://drm.example/certificate',
  };
  expect(loadConfig(mediaConfig, { ...base, ...widevine, ...fairplay })).toMatchObject(fairplay);
});

test.each([
  [
    'http:',
    { ...widevine, DRM_WIDEVINE_URL: 'http://drm.example/widevine' },
    'DRM_WIDEVINE_URL: must be an address of',
  ],
  ['no key for its tokens', { ...widevine, DRM_TOKEN_KEY: '' }, 'DRM_TOKEN_KEY: must be set with a licence server'],
  ['a short key', { ...widevine, DRM_TOKEN_KEY: 'c2hvcnQ=' }, 'DRM_TOKEN_KEY: must be 32 bytes'],
  [
    'FairPlay without its certificate',
    { ...widevine, DRM_FAIRPLAY_URL: 'https://drm.example/fairplay' },
    'DRM_FAIRPLAY_CERTIFICATE_URL: must be set',
  ],
])('a licence server with %s is refused [WAT-06] [SYS-02:environment]', (_what, settings, message) => {
  expect(() => loadConfig(mediaConfig, { ...base, ...settings })).toThrow(message);
});

test('keys are read in their order, and may have spaces between them', () => {
  const { PLAYBACK_KEYS } = loadConfig(mediaConfig, { ...base, PLAYBACK_KEYS: `k2:${key(7)}, k1:${key(1)}` });
  expect(PLAYBACK_KEYS).toEqual([
    { id: 'k2', secret: Buffer.alloc(32, 7) },
    { id: 'k1', secret: Buffer.alloc(32, 1) },
  ]);
});

test.each([
  ['PLAYBACK_KEYS', 'no id', key(1)],
  ['PLAYBACK_KEYS', 'an id with a dot', `k.1:${key(1)}`],
  ['PLAYBACK_KEYS', 'a short key', `k1:${Buffer.alloc(31, 1).toString('base64')}`],
  ['PLAYBACK_KEYS', 'a short key after a good one', `k1:${key(1)},k2:c2hvcnQ=`],
  ['PROTECTION_KEYS', 'a long key', `p1:${Buffer.alloc(33, 2).toString('base64')}`],
])('%s with %s are refused [SYS-02:environment]', (variable, _what, text) => {
  expect(() => loadConfig(mediaConfig, { ...base, [variable]: text })).toThrow(`${variable}: ${variable} must hold`);
});
