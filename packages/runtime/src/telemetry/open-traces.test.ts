import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { newTraceparent, traceIdOf, withSampling } from '../trace.ts';
import { openMetrics } from './open-metrics.ts';
import { openTraces, SPANS_WAITING_MAX } from './open-traces.ts';
import { startSpan, startTrace } from './spans.ts';

const parent = withSampling(newTraceparent(), true);

/** A receiver of OTLP that answers with `status`, or not at all. */
async function receiver() {
  const state = { status: 200 as number | undefined, bodies: [] as Buffer[], paths: [] as string[] };
  const server = createServer(async (request, response) => {
    state.paths.push(`${request.method} ${request.url} ${request.headers['content-type']}`);
    state.bodies.push(await buffer(request));
    if (state.status !== undefined) response.writeHead(state.status).end();
  });
  const endpoint = `http://127.0.0.1:${await listenLocally(server)}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { state, endpoint, close };
}

test('spans arrive at an OTLP receiver, in protobuf, with the name of the process [SYS-04:traces]', async () => {
  const { state, endpoint, close } = await receiver();
  const { log } = recordingLog();
  const traces = openTraces({ service: 'film', endpoint: `${endpoint}/`, ratio: 1, log });
  startSpan('a statement', { kind: 'client', parent, attributes: { 'db.system': 'postgresql' } })?.end();
  await traces.close();
  expect(state.paths).toEqual(['POST /v1/traces application/x-protobuf']);
  const body = Buffer.concat(state.bodies);
  for (const part of ['a statement', 'postgresql', 'film']) expect(body.includes(part)).toBe(true);
  expect(body.includes(Buffer.from(traceIdOf(parent), 'hex'))).toBe(true);
  close();
});

test('while the receiver is down spans are dropped and counted, one line is logged, and nothing waits [SYS-04:traces]', async () => {
  const { state, endpoint, close } = await receiver();
  state.status = 400;
  const { lines, log } = recordingLog();
  const metrics = openMetrics({ service: 'test' });
  const traces = openTraces({ service: 'film', endpoint, ratio: 1, log });
  const count = SPANS_WAITING_MAX + 500;
  for (let span = 0; span < count; span += 1) startSpan('work', { kind: 'internal', parent })?.end();
  expect(await metrics.text()).toContain('marquee_spans_dropped_total{service="test"} 500\n');
  await traces.flush();
  await eventually(async () =>
    (await metrics.text()).includes(`marquee_spans_dropped_total{service="test"} ${count}\n`),
  );
  expect(lines()).toEqual([expect.objectContaining({ level: 'warn', msg: 'traces cannot be sent and are dropped' })]);

  state.status = 200;
  startSpan('work', { kind: 'internal', parent })?.end();
  await traces.flush();
  await eventually(() => lines().length === 2);
  expect(lines()[1]).toMatchObject({ level: 'info', msg: 'traces are sent again' });
  await traces.close();
  await metrics.close();
  close();
});

test('a receiver that hangs delays the end of a process only briefly', async () => {
  const { state, endpoint, close } = await receiver();
  state.status = undefined;
  const traces = openTraces({ service: 'film', endpoint, ratio: 1, log: silentLog });
  startTrace('job', () => ({ kind: 'internal' }))?.end();
  const startedAt = performance.now();
  await traces.close();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  close();
});

test('without a receiver no spans are made', () => {
  expect(startTrace('job', () => ({ kind: 'internal' }))).toBeUndefined();
  expect(startSpan('work', { kind: 'internal', parent })).toBeUndefined();
});
