import { loadConfig } from '@marquee/runtime/config';
import { gatewayConfig } from './config.ts';

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
])('%s=%s is refused [SYS-02:environment]', (name, value, message) => {
  expect(() => loadConfig(gatewayConfig, { ...base, [name]: value })).toThrow(message);
});
