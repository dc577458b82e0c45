import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { CURRENT, call, given, ORIGIN, origin, signedIn, UPDATE } from '../testing/proxied-calls.ts';

/** Sends lines of headers as they are, also those that `fetch` joins or refuses. */
function send(headers: Record<string, string | string[]>): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${origin}/rpc/${CURRENT}`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    });
    sent.end('{}');
  });
}

const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`x-${index}`, 'a']));

test.each<[string, Record<string, string | string[]>]>([
  ['that only HTTP/1 has', { 'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA' }],
  ['that may stand once', { from: ['a@marquee.example', 'b@marquee.example'], range: ['bytes=0-1', 'bytes=2-3'] }],
  ['that may stand once, of those that are passed on', { 'x-content-type-options': ['nosniff', 'nosniff'] }],
  ['more than HTTP/2 takes', many],
  ['with more values than HTTP/2 takes', { 'x-bytes-bin': ','.repeat(400) }],
])('headers %s end no call of anybody else', async (_kind, headers) => {
  const { promise: waits, resolve: begun } = Promise.withResolvers<void>();
  const { promise: asked, resolve: answer } = Promise.withResolvers<string>();
  given.handle = (context) => {
    if (context.header('x-patient') === undefined) return Promise.resolve('ok');
    begun();
    return asked;
  };
  const patient = call(UPDATE, { headers: { 'x-patient': 'yes' } });
  await waits;
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => send({ ...headers, 'connect-timeout-ms': '2000' })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  answer('still there');
  expect(await (await patient).json()).toMatchObject({ user: { bio: 'still there' } });
});

test('a cookie that no metadata can hold is none', async () => {
  for (const name of ['challengeToken', 'knownTokens', 'sessionTokens'] as const) {
    given.browser = { ...signedIn(), [name]: 'Łódź' };
    expect([name, (await call(CURRENT)).status]).toEqual([name, 200]);
  }
});
