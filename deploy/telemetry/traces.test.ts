// @inputs deploy gateway packages services
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FilmUnlockedSchema } from '@marquee/contracts/events/v1/film_pb';
import type { Transact, Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { consume, on } from '@marquee/events/consumer';
import { type FilmHarness, filmService } from '@marquee/film/testing/film-service';
import { createConnectProxy, routesByOwner } from '@marquee/gateway/proxy/connect-proxy';
import { traceRequest } from '@marquee/gateway/request-trace';
import { openTraces, type Traces } from '@marquee/runtime/telemetry/open-traces';
import { issueViewerToken } from '@marquee/runtime/viewer-token';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { silentLog } from '@marquee/testing/silent-log';
import { serviceKey, viewerKey } from '@marquee/testing/test-keys';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace';

const TRACE_ID = 'a'.repeat(32);
const BROWSER_SPAN = 'b'.repeat(16);
const USER_AGENT = 'Mozilla/5.0 (somebody in particular)';
const ADDRESS = '198.51.100.77';

let exporter: InMemorySpanExporter;
let film: FilmHarness;
let traces: Traces;
let url: string;
let filmId: string;
let lover: ReturnType<FilmHarness['lover']>;
let viewerToken: string;
let handled: number;

beforeAll(async () => {
  film = await filmService();
  filmId = await film.releasedFilm(film.maker());
  const proxy = createConnectProxy({
    routes: routesByOwner({ film: `127.0.0.1:${film.service.rpcPort}` }),
    log: silentLog,
    serviceKey: serviceKey('gateway'),
    isSameOrigin: () => true,
    authenticate: () => ({ viewerToken, client: { ip: ADDRESS, userAgent: USER_AGENT } }),
  });
  const gateway = createServer((request, response) => traceRequest(request, response, () => proxy(request, response)));
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  atEnd(async () => {
    gateway.close();
    proxy.close();
  });
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const transact: Transact<{ tx: Tx }> = (work) => film.db.transaction((tx) => work({ tx }));
  const consumer = await consume({
    ...{ db: film.db, bus: film.platform.bus, log: silentLog, clock: film.clock, group: 'follower' },
    transact,
    handlers: [
      on(FilmUnlockedSchema, async ({ tx }: { tx: Tx }) => {
        await tx.query({ name: 'follower.look', text: 'SELECT 1 FROM films WHERE id = $1', values: [filmId] });
        handled += 1;
      }),
    ],
  });
  atEnd(() => consumer.close());
});

beforeEach(() => {
  handled = 0;
  exporter = new InMemorySpanExporter();
  lover = film.lover();
  const { kind: _, ...claims } = lover.viewer;
  // The gateway uses the real clock.
  film.clock.advance(Date.now() - film.clock.now().getTime());
  viewerToken = issueViewerToken(viewerKey, claims, new Date()).token;
});
afterEach(() => traces?.close());

const record = (ratio: number) => {
  traces = openTraces({ service: 'test', endpoint: 'http://nowhere.invalid', ratio, log: silentLog, exporter });
};

async function call(method: string, body: object, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${url}/rpc/${method}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT, ...headers },
  });
  await response.arrayBuffer();
  return response.status;
}

async function spans(): Promise<ReadableSpan[]> {
  await traces.flush();
  return exporter.getFinishedSpans();
}

const parentOf = (span: ReadableSpan | undefined) => span?.parentSpanContext?.spanId;
const idOf = (span: ReadableSpan | undefined) => span?.spanContext().spanId;

test('one trace leads from the request through gateway, film and its SQL to the effect of its event [SYS-04:traces]', async () => {
  record(1);
  const traceparent = `00-${TRACE_ID}-${BROWSER_SPAN}-00`;
  const body = { requestId: newId(), filmId };
  expect(await call('film.v1.WatchService/UnlockFilm', body, { traceparent })).toBe(200);
  await eventually(async () => handled === 1 && (await spans()).some(({ kind }) => kind === SpanKind.CONSUMER));
  const found = (await spans()).filter((span) => span.spanContext().traceId === TRACE_ID);
  const one = (kind: SpanKind, name: string) => found.find((span) => span.kind === kind && span.name === name);

  const request = one(SpanKind.SERVER, 'POST /rpc/film.v1.WatchService/UnlockFilm');
  expect(parentOf(request)).toBe(BROWSER_SPAN);
  const made = one(SpanKind.CLIENT, 'film.v1.WatchService/UnlockFilm');
  expect(parentOf(made)).toBe(idOf(request));
  const answered = one(SpanKind.SERVER, 'film.v1.WatchService/UnlockFilm');
  expect(parentOf(answered)).toBe(idOf(made));
  expect(answered?.attributes['rpc.grpc.status_code']).toBe(0);

  const statements = found.filter((span) => parentOf(span) === idOf(answered) && span.attributes['db.system']);
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['BEGIN', 'outbox.append-here', 'COMMIT']));
  const produced = one(SpanKind.PRODUCER, 'create film');
  expect(parentOf(produced)).toBe(idOf(answered));
  const consumed = one(SpanKind.CONSUMER, 'process film');
  expect(consumed?.links.map(({ context }) => context.spanId)).toEqual([idOf(produced)]);
  expect(consumed?.attributes).toMatchObject({ 'messaging.consumer.group.name': 'follower' });
  expect(parentOf(found.find(({ name }) => name === 'follower.look'))).toBe(idOf(consumed));
});

test('spans contain no viewer, no request and no parameters of statements [SYS-04:traces]', async () => {
  record(1);
  await call('film.v1.WatchService/UnlockFilm', { requestId: newId(), filmId });
  await call('film.v1.WatchService/GetFilmAccess', { filmId });
  await call('film.v1.CatalogueService/ListFilms?secret=of-a-query', { pageSize: 5 });
  await call('film.v1.WatchService/Heartbeat', { playbackSessionId: newId() });
  await call('film.v1.WatchService/made-up-by-a-browser', {});
  await eventually(async () => (await spans()).some(({ kind }) => kind === SpanKind.CONSUMER));
  const found = await spans();
  expect(found.length).toBeGreaterThan(20);
  const said = JSON.stringify(
    found.map(({ name, attributes, status, events, links }) => [name, attributes, status, events, links]),
  );
  const { accountId, sessionId } = lover.viewer;
  for (const secret of [accountId, sessionId, filmId, viewerToken, ADDRESS, USER_AGENT, 'secret', 'made-up', '$1'])
    expect(said).not.toContain(secret);
  // The complete list: a new attribute must be added here on purpose.
  expect([...new Set(found.flatMap(({ attributes }) => Object.keys(attributes)))].sort()).toEqual([
    'db.collection.name',
    'db.operation.name',
    'db.system',
    'error.type',
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'marquee.event.type',
    'messaging.consumer.group.name',
    'messaging.destination.name',
    'messaging.message.id',
    'messaging.system',
    'rpc.grpc.status_code',
    'rpc.method',
    'rpc.service',
    'rpc.system',
    'server.address',
  ]);
});

test('an answer NOT_FOUND is an error in the span of the caller, and none in that of the service', async () => {
  record(1);
  expect(await call('film.v1.WatchService/Heartbeat', { playbackSessionId: newId() })).toBe(404);
  const [answered, made] = await eventually(async () => {
    const found = (await spans()).filter(({ name }) => name === 'film.v1.WatchService/Heartbeat');
    return (
      found.length === 2 && [SpanKind.SERVER, SpanKind.CLIENT].map((kind) => found.find((span) => span.kind === kind))
    );
  });
  expect(answered?.status.code).toBe(SpanStatusCode.UNSET);
  expect(made?.status.code).toBe(SpanStatusCode.ERROR);
  expect(made?.attributes['error.type']).toBe('NOT_FOUND');
});

test('a browser cannot force its requests to be recorded; an unsampled request makes no spans', async () => {
  record(0);
  const traceparent = `00-${TRACE_ID}-${BROWSER_SPAN}-01`;
  await call('film.v1.WatchService/UnlockFilm', { requestId: newId(), filmId }, { traceparent });
  await call('film.v1.WatchService/GetFilmAccess', { filmId }, { traceparent });
  await eventually(() => handled === 1);
  expect(await spans()).toEqual([]);
});

test('the configured share of traces is recorded, each of them completely', async () => {
  record(0.3);
  for (let time = 0; time < 60; time += 1) await call('film.v1.WatchService/GetFilmAccess', { filmId });
  const byTrace = async () => Map.groupBy(await spans(), (span) => span.spanContext().traceId);
  // The request's own span ends shortly after its answer.
  const isWhole = (parts: ReadableSpan[]) => parts.filter(({ kind }) => kind === SpanKind.SERVER).length === 2;
  await eventually(async () => [...(await byTrace()).values()].every(isWhole));
  const ofTraces = await byTrace();
  expect(ofTraces.size).toBeGreaterThan(4);
  expect(ofTraces.size).toBeLessThan(40);
});
