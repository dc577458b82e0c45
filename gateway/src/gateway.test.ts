import { once } from 'node:events';
import { connect } from 'node:net';
import { returnPath } from '@marquee/rules/return-path';
import { connectTracer } from '@marquee/runtime/telemetry/spans';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { viewers } from '@marquee/testing/viewers';
import { cookieNames } from './cookies.ts';
import { ask } from './testing/ask.ts';
import { cookie, HOST, runningGateway } from './testing/running-gateway.ts';

async function site() {
  const { log, lines } = recordingLog();
  const { gateway, session, platform } = await runningGateway({ log });
  atEnd(() => gateway.drain());
  const get = (path: string, headers = {}, method = 'GET') => ask(gateway.port, path, headers, method);
  return { get, session, platform, lines, port: gateway.port };
}
const cookies = cookieNames(new URL(`http://${HOST}`));

test('the development inbox is shown where there is one', async () => {
  const { gateway, asked } = await runningGateway({ hasInbox: true });
  atEnd(() => gateway.drain());
  const shown = ask(gateway.port, '/dev/inbox?to=ana');
  const { response } = await eventually(() => asked.find(({ url }) => url === '/dev/inbox?to=ana') ?? false);
  response.end('all mails');
  expect(await shown).toMatchObject({ status: 200, body: 'all mails' });
});

test('the back office is for staff; visitors sign in and come back, others get the forbidden page [ADU-11]', async () => {
  const { get, session } = await site();
  const wanted = '/superadmin/content?show=waiting&page=2';
  const led = async (headers: object) => {
    const { status, headers: sent, body } = await get(wanted, headers);
    return [status, sent.location, sent['cache-control'], body];
  };
  const signIn = `/sign-in?returnTo=${encodeURIComponent(wanted)}`;
  expect(await led({})).toEqual([302, signIn, 'no-store', '']);
  expect(returnPath(new URLSearchParams(signIn.split('?')[1]).get('returnTo'))).toBe(wanted);
  expect(await led({ cookie })).toEqual([302, '/forbidden', 'no-store', '']);
  session.isEnded = true;
  expect(await led({ cookie: cookie.replace('aaaa', 'cccc') })).toEqual([302, signIn, 'no-store', '']);
  session.isEnded = false;
  session.viewer = viewers.admin();
  for (const path of ['/superadmin', '/superadmin/content?show=waiting']) {
    const page = await get(path, { cookie: cookie.replace('aaaa', 'bbbb') });
    expect([page.status, page.body]).toEqual([200, 'the back office']);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("script-src 'self';"),
    });
  }
  const head = await get('/superadmin', { cookie: cookie.replace('aaaa', 'bbbb') }, 'HEAD');
  expect([head.status, head.headers['content-length'], head.body]).toEqual([200, '15', '']);
});

test('the cookies of a session that has ended are removed with the next page, not with a file', async () => {
  const { get, session } = await site();
  expect((await get('/account', { cookie })).headers['set-cookie']).toBeUndefined();
  session.isEnded = true;
  const ended = { cookie: cookie.replace('aaaa', 'bbbb') };
  expect((await get('/robots.txt', ended)).headers['set-cookie']).toBeUndefined();
  expect((await get('/account', ended)).headers['set-cookie']).toEqual([
    expect.stringContaining(`${cookies.session}=; `),
    expect.stringContaining(`${cookies.signedIn}=; `),
  ]);
  expect((await get('/account')).headers['set-cookie']).toBeUndefined();
});

test('while identity is unavailable a public page is served, and one of the viewer asks to try again', async () => {
  const { get, session, lines } = await site();
  session.isUnavailable = true;
  const page = await get('/', { cookie });
  expect([page.status, page.headers['set-cookie'], page.body]).toEqual([200, undefined, 'a page']);
  const own = await get('/account', { cookie });
  expect([own.status, own.headers['retry-after'], own.body]).toEqual([503, '5', 'Please try again in a moment.\n']);
  const read = await get('/account', { cookie, accept: 'text/html,*/*;q=0.8' });
  expect([read.status, read.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
  expect(read.body).toContain('<h1>We could not load this page.</h1>');
  const chosen = { cookie: `${cookie}; ${cookies.language}=es`, accept: 'text/html' };
  const { body } = await get('/account', chosen);
  expect(body).toContain('<html lang="es">');
  expect(body).toContain('<h1>No pudimos cargar esta página.</h1>');
  expect(body).toMatch(/<p>Esta página vuelve a intentarlo sola en \d+ segundos\.<\/p>/);
  // Many open pages ask again by themselves, not all in one second.
  const reads = Array.from({ length: 8 }, () => get('/account', { cookie, accept: 'text/html' }));
  const waits = (await Promise.all(reads)).map(({ headers }) => Number(headers['retry-after']));
  expect([Math.min(...waits) >= 15, Math.max(...waits) < 30, new Set(waits).size > 1]).toEqual([true, true, true]);
  const said = lines().map(({ level, msg }) => `${level}: ${msg}`);
  expect(said).toContain('warn: a session could not be asked for');
  expect(said).toContain('error: a request failed');
  expect((await get('/superadmin', { cookie })).status).toBe(503);
});

test('who calls what open pages repeat, as for a place in a waiting room, is known as long as the token lives, for other calls for five seconds [TIC-06]', async () => {
  // Tokens of services are signed by the machine's clock.
  const clock = fixedClock(new Date().toISOString());
  const { gateway, session } = await runningGateway({ clock });
  atEnd(() => gateway.drain());
  const headers = { cookie, origin: `http://${HOST}`, 'content-type': 'application/json' };
  const call = async (method: string) => {
    const { status, body } = await ask(gateway.port, `/rpc/realtime.v1.${method}`, headers, 'POST', '{"eventId":"x"}');
    return [status, JSON.parse(body).code];
  };
  const [enter, leave] = ['WaitingRoomService/EnterWaitingRoom', 'WaitingRoomService/LeaveWaitingRoom'];
  expect(await call(enter)).toEqual([400, 'invalid_argument']);
  session.isUnavailable = true;
  expect(await call(leave)).toEqual([400, 'invalid_argument']);
  clock.advance(40_000);
  expect(await call(leave)).toEqual([500, 'internal']);
  expect(await call(enter)).toEqual([400, 'invalid_argument']);
  clock.advance(15_000);
  expect(await call(enter)).toEqual([500, 'internal']);
});

test.each([
  ['a member of staff', viewers.staff(), { status: 200, body: '{}' }],
  ['a maker', viewers.entertainmentPro(), { status: 403 }],
])(
  '%s who asks the gateway whether it finds places is answered as their role allows [WAT-03]',
  async (_, viewer, answer) => {
    const { gateway, session } = await runningGateway();
    atEnd(() => gateway.drain());
    session.viewer = viewer;
    const headers = { cookie, origin: `http://${HOST}`, 'content-type': 'application/json' };
    const path = '/rpc/realtime.v1.PlacesService/GetPlacesState';
    expect(await ask(gateway.port, path, headers, 'POST', '{}')).toMatchObject(answer);
  },
);

test('a page that fails is logged', async () => {
  const { get, lines } = await site();
  await get('/broken');
  expect(lines()).toMatchObject([{ level: 'error', msg: 'a page failed', err: { message: 'a broken page' } }]);
});

test('a client that leaves in the middle of its body is no error of ours, and others are answered', async () => {
  const { get, lines, port } = await site();
  for (let count = 0; count < 3; count += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST /errors HTTP/1.1\r\nhost: ${HOST}\r\norigin: http://${HOST}\r\ncontent-length: 900\r\n\r\nx`);
    await once(socket, 'connect');
    // Its head is being handled by then.
    expect((await get('/robots.txt')).status).toBe(200);
    socket.resetAndDestroy();
    await once(socket, 'close');
  }
  // An error that is one comes after them in the log.
  await get('/broken');
  expect(await eventually(() => lines().length > 0 && lines())).toMatchObject([{ msg: 'a page failed' }]);
});

test('a page and its data are traced, a file is not [SYS-04:traces]', async () => {
  const { get } = await site();
  let spans = 0;
  const start = () => {
    spans += 1;
    return { traceparent: '', rename: () => {}, set: () => {}, end: () => {} };
  };
  connectTracer({ ratio: 1, start });
  atEnd(() => connectTracer(undefined));
  for (const [path, traced] of [
    ['/account', 1],
    ['/account.data', 1],
    ['/robots.txt', 0],
  ] as const) {
    spans = 0;
    await get(path);
    expect([path, spans]).toEqual([path, traced]);
  }
});

test('answers name no software, and the development inbox is no part of a site that has none', async () => {
  const { get } = await site();
  for (const path of ['/', '/robots.txt', '/dev/inbox']) {
    expect((await get(path)).headers).not.toHaveProperty('x-powered-by');
  }
  expect((await get('/dev/inbox')).status).toBe(404);
});

test('the address in the header of a mail leads to the page for people and takes the click of a mail program [FLM-05:refuse]', async () => {
  const { get } = await site();
  const opened = await get('/unsubscribe?token=a.b');
  expect([opened.status, opened.headers.location]).toEqual([303, '/unsubscribe#token=a.b']);
  expect((await get('/unsubscribe')).body).toBe('a page');
  expect((await get('/unsubscribe?token=a.b', {}, 'POST')).status).toBe(400);
});

test('every address of the gateway is answered by its part, with the headers of the site, and traced by its name', async () => {
  const { get } = await site();
  const named: string[] = [];
  const start = () => ({
    traceparent: '',
    rename: (name: string) => void named.push(name),
    set: () => {},
    end: () => {},
  });
  connectTracer({ ratio: 1, start });
  atEnd(() => connectTracer(undefined));
  for (const [method, path, status, name] of [
    ['GET', '/unsubscribe?token=a.b', 303, undefined],
    ['POST', '/unsubscribe?token=a.b', 400, 'POST /unsubscribe'],
    ['GET', '/webhooks/mail', 405, 'GET /webhooks/mail'],
    ['GET', '/webhooks/payments/film', 405, 'GET /webhooks/payments/film'],
    ['GET', '/webhooks/payments/festival', 405, 'GET /webhooks/payments/festival'],
    ['GET', '/webhooks/payments/identity', 405, 'GET /webhooks/payments/identity'],
    ['GET', '/webhooks/payments/nobody', 200, 'GET other'],
    ['GET', '/exports/0199f3a0-0000-7000-8000-000000000001', 303, 'GET /exports/:exportId'],
    ['GET', '/share/film/no-id.png', 404, 'GET /share/:kind/:id.png'],
    ['GET', '/errors', 405, undefined],
    ['GET', '/assets/none.js', 404, undefined],
    ['POST', '/', 405, 'POST other'],
    ['GET', '/account', 200, 'GET other'],
    ['GET', '/', 200, 'GET /'],
  ] as const) {
    named.length = 0;
    const answer = await get(path, {}, method);
    expect([method, path, answer.status]).toEqual([method, path, status]);
    expect([path, answer.headers]).toEqual([
      path,
      expect.objectContaining({ 'x-content-type-options': 'nosniff', 'referrer-policy': expect.any(String) }),
    ]);
    await eventually(() => expect([path, ...named]).toEqual(name ? [path, name] : [path]));
  }
});

test('a request for another host is sent nowhere, and is answered with the headers of the site', async () => {
  const { get } = await site();
  const answer = await get('/', { host: 'evil.example' });
  expect([answer.status, answer.headers['x-content-type-options'], answer.body]).toEqual([
    ...[421, 'nosniff', 'This server does not answer for that host.\n'],
  ]);
});
