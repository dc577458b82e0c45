import { status } from '@grpc/grpc-js';
import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { newTraceparent, withSampling } from '../trace.ts';
import { connectMeter } from './instruments.ts';
import { observeClientCall, observeServerCall } from './observe-call.ts';
import { connectTracer, type SpanStart, startSpan, startTrace, type Tracer } from './spans.ts';

const method = CatalogueService.method.getFilm;
const sampled = withSampling(newTraceparent(), true);
const unsampled = newTraceparent();

type Seen = { name: string; start: SpanStart & { isNew: boolean }; set: object[]; ended: (string | undefined)[] };

/** What the tracer and the meters record. */
function observing(ratio = 1) {
  const spans: Seen[] = [];
  const tracer: Tracer = {
    ratio,
    start(name, start) {
      const seen: Seen = { name, start, set: [], ended: [] };
      spans.push(seen);
      return {
        traceparent: `${name} ${spans.length}`,
        rename: () => {},
        set: (attributes) => void seen.set.push(attributes),
        end: (failure) => void seen.ended.push(failure),
      };
    },
  };
  connectTracer(tracer);
  return spans;
}

const recorded: [string, object | undefined][] = [];
beforeEach(() => {
  recorded.length = 0;
  connectMeter({
    histogram:
      ({ name }) =>
      (_, labels) =>
        void recorded.push([name, labels]),
    counter: () => () => {},
    observed: () => {},
  });
});
afterEach(() => {
  connectMeter(undefined);
  connectTracer(undefined);
});

test('a call that is answered is measured and recorded once, and refusing it is no fault of the server', () => {
  const spans = observing();
  const refused = observeServerCall(method, sampled);
  expect(refused.traceparent).toBe('film.v1.CatalogueService/GetFilm 1');
  refused.end(status.NOT_FOUND);
  refused.end(status.INTERNAL);
  observeServerCall(method, sampled).end(status.INTERNAL);
  observeServerCall(method, sampled).end(status.OK);
  expect(spans.map(({ set, ended }) => [set, ended])).toEqual([
    [[{ 'rpc.grpc.status_code': status.NOT_FOUND }], [undefined]],
    [[{ 'rpc.grpc.status_code': status.INTERNAL }], ['INTERNAL']],
    [[{ 'rpc.grpc.status_code': status.OK }], [undefined]],
  ]);
  expect(spans[0]?.start).toMatchObject({ kind: 'server', parent: sampled });
  const name = 'film.v1.CatalogueService/GetFilm';
  expect(recorded).toEqual(
    ['NOT_FOUND', 'INTERNAL', 'OK'].map((code) => ['marquee_rpc_server_seconds', { method: name, code }]),
  );
});

test('a call that is made fails with any code but OK, and names its callee', () => {
  const spans = observing();
  for (const code of [status.NOT_FOUND, status.OK, 99]) observeClientCall(method, 'film', sampled).end(code);
  expect(spans.map(({ ended }) => ended)).toEqual([['NOT_FOUND'], [undefined], ['UNKNOWN']]);
  expect(spans[0]?.start).toMatchObject({ kind: 'client', attributes: { 'server.address': 'film' } });
  expect(recorded.map(([, labels]) => labels)).toEqual(
    ['NOT_FOUND', 'OK', 'UNKNOWN'].map((code) => ({ callee: 'film', code })),
  );
});

test('what is not sampled is measured and not recorded; without either nothing is', () => {
  const spans = observing();
  for (const call of [observeServerCall(method, unsampled), observeClientCall(method, 'film', unsampled)]) {
    expect(call.traceparent).toBe(unsampled);
    call.end(status.OK);
  }
  expect([spans.length, recorded.length]).toEqual([0, 2]);
  connectMeter(undefined);
  observeServerCall(method, unsampled).end(status.OK);
  observeClientCall(method, 'film', unsampled).end(status.OK);
  expect([spans.length, recorded.length]).toEqual([0, 2]);
});

test('a trace is begun in its share of cases, with the ids of an outside caller but not by its word', () => {
  const spans = observing();
  startTrace('request', () => ({ kind: 'server', parent: unsampled }));
  startTrace('job', () => ({ kind: 'internal' }));
  expect(spans.map(({ start }) => [start.parent, start.isNew])).toEqual([
    [withSampling(unsampled, true), false],
    [expect.stringMatching(/-01$/), true],
  ]);
  const none = observing(0);
  expect(startTrace('job', () => ({ kind: 'internal' }))).toBeUndefined();
  expect(startSpan('part', { kind: 'internal', parent: unsampled })).toBeUndefined();
  expect(startSpan('part', { kind: 'internal', parent: sampled })).toBeDefined();
  expect(none).toHaveLength(1);
});

test('a sampled call is recorded where nothing is measured, and any other is left alone', () => {
  connectMeter(undefined);
  const spans = observing();
  observeServerCall(method, sampled).end(status.OK);
  observeClientCall(method, 'film', sampled).end(status.OK);
  expect(observeServerCall(method, unsampled).traceparent).toBe(unsampled);
  expect(observeClientCall(method, 'film', unsampled).traceparent).toBe(unsampled);
  expect(spans.map(({ start, ended }) => [start.kind, ended])).toEqual([
    ['server', [undefined]],
    ['client', [undefined]],
  ]);
  expect(recorded).toEqual([]);
});
