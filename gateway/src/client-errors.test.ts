import { createServer, type Server } from 'node:http';
import { connectErrorReporter, type ErrorReport } from '@marquee/runtime/error-reports';
import { memoryRateLimits } from '@marquee/runtime/rate-limits';
import { listenLocally } from '@marquee/testing/listen-locally';
import { type RecordingLog, recordingLog } from '@marquee/testing/recording-log';
import { clientErrors } from './client-errors.ts';
import { isSameOrigin } from './proxy/same-origin.ts';

let recording: RecordingLog;
let server: Server;
let url: string;

beforeEach(async () => {
  recording = recordingLog();
  const take = clientErrors(
    recording.log,
    memoryRateLimits(),
    ({ headers }) => String(headers['x-forwarded-for'] ?? '192.0.2.1'),
    (request) => isSameOrigin(request, 'https://marquee.example'),
  );
  server = createServer((request, response) => void take(request, response));
  url = `http://127.0.0.1:${await listenLocally(server)}/`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const report = (body: unknown, headers: Record<string, string> = { origin: 'https://marquee.example' }) =>
  fetch(url, { method: 'POST', body: JSON.stringify(body), headers });

test('a report reaches the log and the error-reporting service without addresses, phone numbers and tokens [SYS-07:browser]', async () => {
  const reported: ErrorReport[] = [];
  connectErrorReporter((one) => reported.push(one));
  const token = `${'a'.repeat(11)}.${'b'.repeat(24)}.${'c'.repeat(24)}`;
  const answer = await report({
    source: 'sign-in',
    error: 'for somebody@example.com',
    info: `+1 555 010 0199 ${token}`,
    stack: ['assets/film-Dk3_x.js:1:2345', 'superadmin/assets/index.js:2:1'],
    route: '/feed/:filmId',
    build: 'ab12cd34',
  });
  expect(answer.status).toBe(204);
  expect(recording.lines()[0]).toMatchObject({
    report: { source: 'sign-in', error: 'for [email]', info: '[phone] [token]', route: '/feed/:filmId' },
  });
  connectErrorReporter(undefined);
  expect(reported).toEqual([
    {
      source: 'sign-in',
      error: {
        type: 'for [email]',
        message: '[phone] [token]',
        stack:
          'for [email]: [phone] [token]\n    at assets/film-Dk3_x.js:1:2345\n    at superadmin/assets/index.js:2:1',
      },
      info: 'in a browser',
      page: { route: '/feed/:filmId', build: 'ab12cd34' },
    },
  ]);
});

test('a page of another site cannot write to the log', async () => {
  const body = { source: 'sign-in', error: 'Error' };
  expect((await report(body, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await report(body, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await report(body, {})).status).toBe(403);
  expect(recording.lines()).toEqual([]);
});

test.each([
  { stack: ['at open (https://marquee.example/profile/ana:1:2)'] },
  { stack: ['assets/../../etc/passwd:1:2'] },
  { stack: Array(9).fill('assets/a.js:1:2') },
  { route: '/feed?to=ana' },
  { route: '/@ana' },
  { build: 'ana ruiz' },
])('a report with %j is refused [SYS-07:browser]', async (fields) => {
  expect((await report({ source: 'web', error: 'Error', ...fields })).status).toBe(400);
  expect(recording.lines()).toEqual([]);
});

test('a malformed or overlong report is refused', async () => {
  expect((await report({ source: 'Sign In' })).status).toBe(400);
  expect((await report({ source: 'sign-in', error: 'x'.repeat(5_000) })).status).toBe(413);
  expect((await fetch(url)).status).toBe(405);
  expect(recording.lines()).toEqual([]);
});

test('a report may have 4,096 bytes, and a browser sends 30 a minute', async () => {
  const sized = (bytes: number) => fetch(url, { method: 'POST', body: 'x'.repeat(bytes), headers });
  const headers = { origin: 'https://marquee.example' };
  expect((await sized(4_097)).status).toBe(413);
  expect((await sized(4_096)).status).toBe(400);
  for (let times = 2; times < 30; times += 1) {
    expect((await report({ source: 'sign-in', error: 'Error' })).status).toBe(204);
  }
  expect((await report({ source: 'sign-in', error: 'Error' })).status).toBe(429);
  expect(recording.lines()).toHaveLength(28);
});

test('all addresses of one line of IPv6 send 30 reports a minute together', async () => {
  const body = { source: 'sign-in', error: 'Error' };
  const answers = await Promise.all(
    Array.from({ length: 31 }, (_, host) =>
      report(body, { origin: 'https://marquee.example', 'x-forwarded-for': `2001:db8::${host + 1}` }),
    ),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});
