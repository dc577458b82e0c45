import { createServer } from 'node:http';
import { currentCall } from '@marquee/runtime/context';
import { connectTracer, type SpanStart } from '@marquee/runtime/telemetry/spans';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { browserTraceparent, nameRoute, traceRequest } from './request-trace.ts';

const PARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

type Recorded = {
  names: string[];
  start: SpanStart & { isNew: boolean };
  attributes: object;
  end?: { failure?: string | undefined };
};

/** A server whose requests are recorded as spans; `isRecording` turns that off. */
async function traced(isRecording = true) {
  const spans: Recorded[] = [];
  const inside: (string | undefined)[] = [];
  const start = (name: string, options: Recorded['start']) => {
    const recorded: Recorded = { names: [name], start: options, attributes: {} };
    spans.push(recorded);
    return {
      traceparent: `span-${spans.length}`,
      rename: (next: string) => void recorded.names.push(next),
      set: (attributes: object) => void Object.assign(recorded.attributes, attributes),
      end: (failure?: string) => {
        recorded.end = { failure };
      },
    };
  };
  connectTracer(isRecording ? { ratio: 1, start } : undefined);
  const server = createServer((request, response) => {
    nameRoute(response, 'too early');
    traceRequest(request, response, () => {
      inside.push(currentCall()?.traceparent);
      if (request.url === '/feed/1') nameRoute(response, '/feed/:id');
      if (request.url === '/never') response.write('…');
      else response.writeHead(request.url === '/broken' ? 503 : 200).end();
    });
  });
  const url = `http://127.0.0.1:${await listenLocally(server)}`;
  atEnd(() => {
    connectTracer(undefined);
    server.closeAllConnections();
    server.close();
  });
  const ended = () => eventually(() => spans.at(-1)?.end !== undefined);
  return { url, spans, inside, ended };
}

test('a request is a span of its route, with its status, and what it calls belongs to it', async () => {
  const { url, spans, inside, ended } = await traced();
  await fetch(`${url}/feed/1`, { headers: { traceparent: PARENT } });
  await ended();
  expect(spans[0]).toMatchObject({
    names: ['GET', 'GET /feed/:id'],
    start: { kind: 'server', attributes: { 'http.request.method': 'GET' }, isNew: false },
    attributes: { 'http.route': '/feed/:id', 'http.response.status_code': 200 },
    end: { failure: undefined },
  });
  expect(spans[0]?.start.parent).toContain('a'.repeat(32));
  expect(inside).toEqual(['span-1']);
});

test.each([
  ['an address without a name', '/secret?x=1', { names: ['GET', 'GET other'], end: { failure: undefined } }],
  ['a failure', '/broken', { attributes: { 'http.response.status_code': 503 }, end: { failure: '503' } }],
])('%s is recorded without the address', async (_what, path, recorded) => {
  const { url, spans, ended } = await traced();
  await fetch(url + path);
  await ended();
  expect(spans[0]).toMatchObject(recorded);
  expect(JSON.stringify(spans)).not.toContain('secret');
});

test('a browser that leaves is said to have left', async () => {
  const { url, spans, ended } = await traced();
  const leaving = new AbortController();
  const answer = await fetch(`${url}/never`, { signal: leaving.signal });
  leaving.abort();
  await expect(answer.text()).rejects.toThrow();
  await ended();
  expect(spans[0]?.end).toEqual({ failure: 'client left' });
});

test('what is not recorded is answered all the same', async () => {
  const { url, spans, inside } = await traced(false);
  expect((await fetch(`${url}/feed/1`)).status).toBe(200);
  expect([spans, inside]).toEqual([[], [undefined]]);
});

test('only a readable traceparent of a browser counts', () => {
  const of = (traceparent: unknown) => browserTraceparent({ headers: { traceparent } } as never);
  expect([PARENT, 'x', [PARENT], undefined].map(of)).toEqual([PARENT, undefined, undefined, undefined]);
});
