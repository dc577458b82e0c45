import { z } from 'zod';
import { licenceOriginsOf, licenceServersOf, licenceServerVariables } from './licence-servers.ts';

const config = z.object(licenceServerVariables);

test('no licence server is configured by default', () => {
  expect(licenceServersOf(config.parse({}))).toEqual([]);
  expect(licenceOriginsOf(config.parse({ DRM_WIDEVINE_URL: '' }))).toEqual([]);
});

test('servers have the key system that browsers know them by, and pages reach their origins [WAT-06]', () => {
  const all = config.parse({
    DRM_WIDEVINE_URL: 'https://drm.example/widevine?site=films',
    DRM_PLAYREADY_URL: 'https://drm.example:8443/playready',
    DRM_FAIRPLAY_URL: 'https://drm.example/fairplay',
    DRM_FAIRPLAY_CERTIFICATE_URL: 'https://files.example/fairplay.cer',
  });
  expect(licenceServersOf(all)).toEqual([
    { keySystem: 'com.widevine.alpha', url: 'https://drm.example/widevine?site=films', certificateUrl: '' },
    { keySystem: 'com.microsoft.playready', url: 'https://drm.example:8443/playready', certificateUrl: '' },
    {
      keySystem: 'com.apple.fps',
      url: 'https://drm.example/fairplay',
      certificateUrl: 'https://files.example/fairplay.cer',
    },
  ]);
  expect(licenceOriginsOf(all)).toEqual(['https://drm.example', 'https://drm.example:8443', 'https://files.example']);
});

test.each([
  'http://drm.example/widevine',
  'ftp://drm.example',
  'drm.example',
  'https://drm.example; script-src *',
  'https://drm.example/a b',
  'https://user:secret@drm.example/',
])('a licence server at %s is refused [SYS-02:environment]', (DRM_WIDEVINE_URL) => {
  expect(config.safeParse({ DRM_WIDEVINE_URL }).error?.issues).toMatchObject([
    { path: ['DRM_WIDEVINE_URL'], message: 'must be an address of https://' },
  ]);
});
