import { loadConfig } from '@marquee/runtime/config';
import { createVerifier } from '@marquee/runtime/verifier';
import { serviceKey, verifierKeys } from '@marquee/testing/test-keys';
import { gatewayConfig } from './config.ts';
import { gateway } from './service.ts';

const base = { PUBLIC_URL: 'https://films.example', MEDIA_HTTP_URL: 'http://media:8080' };

test('PUBLIC_URL takes http and https, MEDIA_HTTP_URL only http', () => {
  expect(loadConfig(gatewayConfig, base)).toMatchObject(base);
  const PUBLIC_URL = 'http://localhost:3000';
  expect(loadConfig(gatewayConfig, { ...base, PUBLIC_URL })).toMatchObject({ PUBLIC_URL });
});

test.each([
  ['PUBLIC_URL', 'ftp://films.example', 'PUBLIC_URL: must be an address of http:// or https://'],
  ['PUBLIC_URL', 'films.example', 'PUBLIC_URL: must be an address of http:// or https://'],
  ['PUBLIC_URL', 'https://films.example/sub', 'PUBLIC_URL: must have no path'],
  ['PUBLIC_URL', '', 'PUBLIC_URL is not set'],
  // Would be requested without TLS, on port 80.
  ['MEDIA_HTTP_URL', 'https://media', 'MEDIA_HTTP_URL: must be an address of http://'],
  ['MEDIA_HTTP_URL', 'media:8080', 'MEDIA_HTTP_URL: must be an address of http://'],
  // Whatever stands there becomes a part of the pages' policy.
  ['AD_ORIGINS', 'https://ads.example; script-src *', 'AD_ORIGINS: must be origins'],
  ['AD_ORIGINS', 'https://ads.example/vast', 'AD_ORIGINS: must be origins'],
  ['DRM_WIDEVINE_URL', 'http://drm.example/widevine', 'DRM_WIDEVINE_URL: must be an address of https://'],
])('%s=%s is refused [SYS-02:environment]', (name, value, message) => {
  expect(() => loadConfig(gatewayConfig, { ...base, [name]: value })).toThrow(message);
});

test('files that are no builds end the start, and a file that holds no places does not; a development server builds as it goes', async () => {
  const platform = { verifier: createVerifier(verifierKeys), serviceKey: serviceKey('gateway') };
  const wrongWith = async (env: Record<string, string>) => {
    const checks = gateway.checks(loadConfig(gatewayConfig, { ...base, ...env }), platform);
    const answers = await Promise.allSettled(checks.map(({ check }) => check()));
    const wrong = checks.filter((_, index) => answers[index]?.status === 'rejected');
    return wrong.map(({ setting, ifWrong }) => [setting, ifWrong].join(' '));
  };
  const nowhere = '/nowhere';
  const folders = { WEB_BUILD_DIR: nowhere, ADMIN_BUILD_DIR: nowhere };
  expect(await wrongWith(folders)).toEqual(['WEB_BUILD_DIR end', 'ADMIN_BUILD_DIR end']);
  const all = { ...folders, WEB_DEVELOPMENT: '1', GEO_DATABASE: `${import.meta.dirname}/config.ts` };
  expect(await wrongWith(all)).toEqual(['GEO_DATABASE warn', 'ADMIN_BUILD_DIR end']);
});
