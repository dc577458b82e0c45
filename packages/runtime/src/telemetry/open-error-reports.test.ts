import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { recordingLog } from '@marquee/testing/recording-log';
import { reportLogged } from '../error-reports.ts';
import { createLogger } from '../log.ts';
import { openErrorReports } from './open-error-reports.ts';
import { openMetrics } from './open-metrics.ts';

/** A receiver of envelopes. */
async function receiver() {
  const state = { status: 200, paths: [] as string[], envelopes: [] as string[] };
  const server = createServer(async (request, response) => {
    state.paths.push(`${request.method} ${request.url}`);
    state.envelopes.push(await text(request));
    response.writeHead(state.status).end('{}');
  });
  const dsn = `http://0123456789abcdef@127.0.0.1:${await listenLocally(server)}/7`;
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { state, dsn };
}

const eventOf = (envelope: string | undefined) => JSON.parse(envelope?.split('\n')[2] ?? '{}');
/** Reports of one minute. */
const MOST = 60;
const quiet = { write: () => {} };
const film = () => createLogger({ service: 'film', destination: quiet });

test('what a service logs as an error reaches the error-reporting service with its source, error and release [SYS-07]', async () => {
  const { state, dsn } = await receiver();
  const reports = openErrorReports({ dsn, release: '1.2.3', service: 'film+media', log: recordingLog().log });
  const cause = new TypeError('no row for ana@example.com');
  film().error(
    { err: new Error('for +1 555 010 0199', { cause }), email: 'ana@example.com' },
    'a loop of ana@example.com failed',
  );
  film().warn({ err: new Error('a warning') }, 'no error');
  await reports.close();
  expect(state.paths).toHaveLength(1);
  expect(state.paths[0]).toMatch(/^POST \/api\/7\/envelope\//);
  const event = eventOf(state.envelopes[0]);
  expect(event).toMatchObject({
    level: 'error',
    release: '1.2.3',
    transaction: 'film',
    tags: { service: 'film+media', source: 'film' },
    extra: { info: 'a loop of [email] failed' },
    exception: {
      values: [
        { type: 'TypeError', value: 'no row for [email]' },
        { type: 'Error', value: 'for [phone]' },
      ],
    },
  });
  expect(event.exception.values[1].stacktrace.frames.at(-1).filename).toContain('open-error-reports.test.ts');
  for (const personal of ['ana@', '555', 'server_name', 'ip_address'])
    expect(state.envelopes[0]).not.toContain(personal);
});

test('an error of a browser has the files, the route and the build of its page [SYS-07:browser]', async () => {
  const { state, dsn } = await receiver();
  const reports = openErrorReports({ dsn, release: '1.2.3', service: 'gateway', log: recordingLog().log });
  const stack = 'Error: x\n    at assets/film-Dk3_x.js:1:2345\n    at superadmin/assets/index.js:2:1';
  const page = { route: '/feed/:filmId', build: 'ab12' };
  reportLogged({ source: 'web', error: { type: 'Error', message: 'x', stack }, info: 'in a browser', page });
  await reports.close();
  const event = eventOf(state.envelopes[0]);
  expect(event.tags).toEqual({ service: 'gateway', source: 'web', route: '/feed/:filmId', build: 'ab12' });
  const frames = event.exception.values[0].stacktrace.frames;
  expect(frames.map(({ filename, lineno, colno }: Record<string, unknown>) => [filename, lineno, colno])).toEqual([
    ['superadmin/assets/index.js', 2, 1],
    ['assets/film-Dk3_x.js', 1, 2345],
  ]);
});

test('after the end, and without a service to report to, errors are in the log alone', async () => {
  const { state, dsn } = await receiver();
  await openErrorReports({ dsn, release: '1', service: 'film', log: recordingLog().log }).close();
  film().error(new Error('late'));
  expect(state.paths).toEqual([]);
});

test('too many reports, and those that cannot be sent, are dropped and counted, and one line says so [SYS-07:bounds]', async () => {
  const { state, dsn } = await receiver();
  state.status = 500;
  const metrics = openMetrics({ service: 'test' });
  const { lines, log } = recordingLog();
  const reports = openErrorReports({ dsn, release: '1', service: 'film', log });
  for (let count = 0; count < MOST + 5; count += 1) film().error({ err: new Error('down') }, 'down');
  await eventually(() => state.paths.length >= MOST);
  await reports.close();
  expect(state.paths).toHaveLength(MOST);
  const dropped = Number(/error_reports_dropped_total\{service="test"\} (\d+)/.exec(await metrics.text())?.[1]);
  expect(dropped).toBe(MOST + 5);
  expect(lines()).toEqual([
    expect.objectContaining({ level: 'warn', msg: 'error reports cannot be sent and are dropped' }),
  ]);
});

test('a new minute has its own reports, and one line says that they are sent again [SYS-07:bounds]', async () => {
  const { state, dsn } = await receiver();
  const clock = jest.spyOn(performance, 'now').mockReturnValue(60_000);
  try {
    const { lines, log } = recordingLog();
    const reports = openErrorReports({ dsn, release: '1', service: 'film', log });
    const report = () => film().error({ err: Object.assign(new Error('down'), { reason: 'FULL' }) }, 'down');
    state.status = 500;
    for (let count = 0; count < MOST; count += 1) report();
    await eventually(() => lines().length === 1 && state.paths.length === MOST);
    state.status = 200;
    report();
    clock.mockReturnValue(119_999);
    report();
    clock.mockReturnValue(120_000);
    for (const _ of [1, 2]) report();
    await reports.close();
    expect(state.paths).toHaveLength(MOST + 2);
    expect(eventOf(state.envelopes.at(-1)).tags).toMatchObject({ reason: 'FULL' });
    expect(lines().map(({ level, msg }) => [level, msg])).toEqual([
      ['warn', 'error reports cannot be sent and are dropped'],
      ['info', 'error reports are sent again'],
    ]);
  } finally {
    clock.mockRestore();
  }
});

test('a report that is too large for the service is counted once', async () => {
  const { state, dsn } = await receiver();
  state.status = 413;
  const metrics = openMetrics({ service: 'test' });
  const reports = openErrorReports({ dsn, release: '1', service: 'film', log: recordingLog().log });
  film().error({ err: new Error('large') }, 'large');
  await eventually(() => state.paths.length === 1);
  await reports.close();
  expect(await metrics.text()).toContain('error_reports_dropped_total{service="test"} 1\n');
});
