import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { securityHeaders } from './security-headers.ts';
import { type Answer, ask } from './testing/ask.ts';
import { cookie, runningGateway } from './testing/running-gateway.ts';

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

test('no answer may be framed, sniffed or embedded by another site, and https stays https [SYS-06:headers]', () => {
  expect(securityHeaders(new URL('http://localhost:3000'))).toEqual(ALWAYS);
  expect(securityHeaders(new URL('https://marquee.example'))).toEqual({
    ...ALWAYS,
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  });
});

test('every part of the gateway sends the security headers: pages, files, calls, media, uploads, the back office and errors', async () => {
  const { gateway, asked } = await runningGateway();
  atEnd(() => gateway.drain());
  const { port } = gateway;
  const answers: [path: string, status: number, answer: Answer][] = [];
  for (const [path, status, headers, method] of [
    ['/', 200],
    // From the cache.
    ['/', 200],
    ['/account', 200, { cookie }],
    ['/robots.txt', 200],
    ['/assets/none.js', 404],
    ['/%', 400],
    ['/', 405, {}, 'DELETE'],
    ['/rpc/identity.v1.ProfileService/GetCurrentUser', 403, {}, 'POST'],
    ['/rpc/none', 404, { 'sec-fetch-site': 'same-origin' }, 'POST'],
    ['/errors', 405],
    ['/uploads', 403, {}, 'POST'],
    ['/', 421, { host: 'elsewhere.test' }],
    ['/superadmin', 302],
    ['/superadmin/assets/none.js', 404],
  ] as const) {
    answers.push([path, status, await ask(port, path, headers, method)]);
  }
  const passed = ask(port, '/media/picture');
  await eventually(() => asked.length === 1);
  asked[0]?.response.end('picture');
  answers.push(['/media/picture', 200, await passed]);

  for (const [path, status, answer] of answers) {
    expect([path, answer]).toMatchObject([path, { status, headers: ALWAYS }]);
  }
});
