// @requires nginx
// @inputs deploy/nginx helm/marquee/files/edge

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { freePorts } from '@marquee/runtime/free-ports';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { gatewayDouble } from './testing/gateway-double.ts';
import { type Edge, testEdge } from './testing/test-edge.ts';

const TEST_MS_MAX = 60_000;

async function setUp() {
  const gateways = [await gatewayDouble('first'), await gatewayDouble('second')];
  for (const gateway of gateways) atEnd(() => gateway.close());
  const edge = await testEdge({ gateways: gateways.map(({ port }) => port) });
  const requests = () => gateways.flatMap((gateway) => gateway.requests);
  const received = () => gateways.reduce((sum, gateway) => sum + gateway.received(), 0);
  return { edge, requests, received };
}

/** Each coding, and three ways to ask for it. */
const CODINGS = [
  ['br', brotliDecompressSync, ['gzip, deflate, br, zstd', 'br', 'gzip;q=0.8,BR;q=0.1']],
  ['gzip', gunzipSync, ['gzip, deflate', 'br;q=0, gzip', 'gzip;q=0.5, brotli']],
  [undefined, (body: Buffer) => body, ['identity', 'gzip;q=0', '']],
] as const;

const textOf = async (url: string, init?: RequestInit) => (await (await fetch(url, init)).text()).trim();

test('a public page is cached for the time in its header, once for everybody, signed in or not [SYS-02:edge]', async () => {
  const { edge, requests } = await setUp();
  const ask = (cookie?: string) => textOf(`${edge.url}/feed`, cookie ? { headers: { cookie } } : undefined);
  const first = await ask();
  expect(await Promise.all([ask(), ask('marquee-session-80=secret'), ask()])).toEqual([first, first, first]);
  expect(requests()).toEqual(['GET /feed']);
  const response = await fetch(`${edge.url}/feed`);
  // This header is for the edge only.
  expect([response.headers.get('cache-control'), response.headers.get('x-accel-expires')]).toEqual(['no-cache', null]);
  await eventually(async () => (await ask()) !== first);
});

test('a page with a cookie, a page of a viewer, an error and an RPC answer are never cached [SYS-02:edge]', async () => {
  const { edge } = await setUp();
  for (const path of ['/cookie', '/viewer', '/busy', '/rpc/headers']) {
    await Promise.all([1, 2, 3].map(() => textOf(`${edge.url}${path}`)));
  }
  const answers = await eventually(async () => {
    const lines = await edge.accesses();
    return lines.length === 12 && lines;
  });
  expect(answers.filter(({ cache }) => cache === 'HIT')).toEqual([]);
});

test('the cache is bypassed for a viewer who has just written something', async () => {
  const { edge } = await setUp();
  const kept = await textOf(`${edge.url}/feed`);
  const own = await textOf(`${edge.url}/feed`, { headers: { cookie: 'a=1; __Host-marquee-fresh=1' } });
  expect(own).not.toBe(kept);
});

test('each language is cached apart, and an answer in another one than the edge has read is not cached [SYS-02:edge]', async () => {
  const { edge, requests } = await setUp();
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(`${edge.url}/feed?kept`, { headers });
    const page = (await answer.text()).trim();
    expect(page).toContain(` ${answer.headers.get('content-language')}</p>`);
    return [answer.headers.get('content-language'), page];
  };
  // To the edge this is English, to the gateway French.
  const twice = { cookie: 'marquee-language=en; __Host-marquee-language=fr' };
  const ours = { cookie: '__Host-marquee-language=en', 'accept-language': 'fr' };
  expect((await ask(twice))[0]).toBe('fr');
  const english = await ask(ours);
  expect(english[0]).toBe('en');
  expect(await ask(ours)).toEqual(english);
  const spanish = await ask({ 'accept-language': 'de, es-MX;q=0.9, fr;q=0.8' });
  expect(spanish[0]).toBe('es');
  expect(await ask({ cookie: '__Host-marquee-language=es' })).toEqual(spanish);
  expect(requests()).toHaveLength(3);
});

test.each(['/feed', '/assets/app.js'])(
  '%s is cached in each coding of the gateways, whatever the words of Accept-Encoding, and revalidated by its ETag',
  async (path) => {
    const { edge, requests } = await setUp();
    for (const [coding, decode, words] of CODINGS) {
      const ask = (accepted: string, headers = {}) =>
        rawGet(`${edge.url}${path}?kept`, { 'accept-encoding': accepted, ...headers });
      const answers = [await ask(words[0]), await ask(words[1]), await ask(words[2])] as const;
      const [{ headers, body }] = answers;
      expect([headers['content-encoding'], headers.vary]).toEqual([coding, 'accept-encoding']);
      expect(decode(body).toString()).toMatch(/^<!doctype html>/);
      for (const answer of answers) expect([answer.headers.etag, answer.body]).toEqual([headers.etag, body]);
      expect((await ask(words[1], { 'if-none-match': headers.etag })).status).toBe(304);
    }
    expect(requests()).toHaveLength(CODINGS.length);
  },
);

test('a page of a viewer is not compressed', async () => {
  const { edge } = await setUp();
  const { headers } = await rawGet(`${edge.url}/viewer`, { 'accept-encoding': 'gzip, br' });
  expect(headers['content-encoding']).toBeUndefined();
});

test('pages come over HTTP/2 to those who speak it', async () => {
  const { edge } = await setUp();
  const session = connect(edge.url);
  atEnd(() => session.close());
  const statuses = await Promise.all(
    ['/feed', '/assets/app.js', '/viewer'].map(async (path) => {
      const stream = session.request({ ':path': path, 'accept-encoding': 'br' });
      stream.resume();
      const [headers] = await once(stream, 'response');
      return (headers as Record<string, unknown>)[':status'];
    }),
  );
  expect(statuses).toEqual([200, 200, 200]);
});

test('a gateway gets the address of the client and a request id from the edge, whatever the client claims [SYS-02:edge]', async () => {
  const { edge } = await setUp();
  const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const ask = async (headers: Record<string, string>) =>
    JSON.parse(await textOf(`${edge.url}/rpc/headers`, { headers })) as Record<string, string>;
  const received = await ask({ 'x-forwarded-for': '1.2.3.4', 'x-request-id': 'forged', traceparent: trace });
  expect(received['x-forwarded-for']).toMatch(/, 127\.0\.0\.1$/);
  expect(received['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  expect(received.traceparent).toBe(trace);
  expect(received.host).toBe(new URL(edge.url).host);
  expect((await ask({ traceparent: '00-zero-span-01' })).traceparent).toBeUndefined();
  const [line] = await eventually(async () => {
    const lines = await edge.accesses();
    return lines.length > 1 && lines;
  });
  expect(line).toMatchObject({ requestId: received['x-request-id'], traceparent: trace, status: 200 });
});

test.each([
  ['an upload', 'PATCH', '/uploads/1'],
  ['a file of a worker on another machine', 'PUT', '/workers/transcodes/1/1/files/video-1080p-00001.m4s'],
])('%s is forwarded to the gateway while it arrives [SYS-02:edge]', async (_, method, path) => {
  const { edge, received } = await setUp();
  // More than the body of a call may have.
  const half = 1024 ** 2;
  const upload = httpRequest(`${edge.url}${path}`, { method, headers: { 'content-length': 2 * half } });
  const answered = new Promise<number>((resolve) =>
    upload.once('response', ({ statusCode }) => resolve(statusCode ?? 0)),
  );
  upload.write(Buffer.alloc(half));
  await eventually(() => received() === half);
  upload.end(Buffer.alloc(half));
  expect(await answered).toBe(204);
});

test('a call is forwarded while it arrives, so that the gateway decides how slow it may be', async () => {
  const { edge, received } = await setUp();
  const call = httpRequest(`${edge.url}/rpc/headers`, { method: 'POST', headers: { 'content-length': 2_000 } });
  call.on('error', () => {});
  call.write('x');
  await eventually(() => received() === 1);
  call.destroy();
});

test('requests of a client that gateways cut do not shut out anybody else', async () => {
  const { edge, requests } = await setUp();
  const cut = () => textOf(`${edge.url}/rpc/cut`, { method: 'POST', body: 'x' });
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(Array.from({ length: 8 }, cut));
    const answers = Array.from({ length: 8 }, async () => (await fetch(`${edge.url}/viewer`)).status);
    expect(await Promise.all(answers)).toEqual(Array(8).fill(200));
  }
  // Both gateways took part.
  expect(requests().filter((one) => one === 'POST /rpc/cut')).toHaveLength(40);
});

test('messages of a stream are not buffered [SYS-02:edge]', async () => {
  const { edge } = await setUp();
  const stream = httpRequest(`${edge.url}/rpc/stream`, { method: 'POST' }).end('x');
  const first = await new Promise<string>((resolve) =>
    stream.once('response', (response) => response.once('data', (chunk: Buffer) => resolve(chunk.toString()))),
  );
  expect(first).toBe('first');
  stream.on('error', () => {}).destroy();
});

test('bodies have size limits, and internal paths answer 404', async () => {
  const { edge, requests } = await setUp();
  const post = async (path: string, bytes: number) =>
    (await fetch(`${edge.url}${path}`, { method: 'POST', body: new Uint8Array(bytes) })).status;
  expect(await post('/rpc/headers', 1024 * 1024)).toBe(200);
  expect(await post('/rpc/headers', 1024 * 1200)).toBe(413);
  expect(await post('/errors', 70_000)).toBe(413);
  for (const path of ['/readyz', '/metrics', '/dev/inbox', '/playback-access', '/playback-access/x/y', '/v/x']) {
    expect([path, (await fetch(`${edge.url}${path}`)).status]).toEqual([path, 404]);
  }
  expect(requests()).toEqual(['POST /rpc/headers']);
});

test(
  'when a gateway is killed under load no GET fails, and it gets requests again when it is back [SYS-03:edge]',
  async () => {
    const ports = await freePorts(2);
    const gateways = ports.map((port, index) => startGateway(port, `gateway-${index}`));
    // Until both listen, requests fail for another reason than the one that is tested.
    for (const port of ports) {
      await eventually(async () => (await fetch(`http://127.0.0.1:${port}/viewer`)).ok, TEST_MS_MAX);
    }
    const edge = await testEdge({ gateways: ports });
    const load = startLoad(edge);
    await eventually(() => load.answers.size > 1);
    await gateways[0]?.kill();
    const before = load.count();
    await eventually(() => load.count() > before + 300);
    gateways[0] = startGateway(ports[0] ?? 0, 'gateway-back');
    await eventually(() => [...load.answers].some((answer) => answer.includes('gateway-back')), TEST_MS_MAX);
    expect(await load.stop()).toEqual([]);
  },
  TEST_MS_MAX,
);

test(
  'a gateway that returns with another address is found by its name [SYS-03:edge]',
  async () => {
    const gateway = await gatewayDouble('alone');
    atEnd(() => gateway.close());
    // An address without a server.
    const edge = await testEdge({ gateways: [gateway.port, gateway.port], address: '127.0.0.9' });
    const status = async () => (await fetch(`${edge.url}/viewer`)).status;
    expect(await status()).toBe(503);
    for (const host of ['gateway-1', 'gateway-2']) edge.moveTo(host, '127.0.0.1');
    await eventually(async () => (await status()) === 200, TEST_MS_MAX);
  },
  TEST_MS_MAX,
);

test('while every gateway is down, pages answer 503 with Retry-After', async () => {
  const edge = await testEdge({ gateways: await freePorts(2) });
  const response = await fetch(`${edge.url}/feed`);
  expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
    503,
    '2',
    'Please try again in a moment.\n',
  ]);
});

function startGateway(port: number, name: string) {
  const script = join(import.meta.dirname, 'testing', 'gateway-double.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, String(port), name]);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  atEnd(kill);
  return { kill };
}

/** Loads uncached pages, eight at a time, until it is stopped; returns which of them failed. */
function startLoad(edge: Edge) {
  const answers = new Set<string>();
  const failures: string[] = [];
  let count = 0;
  let isStopped = false;
  const browse = async () => {
    while (!isStopped) {
      try {
        const response = await fetch(`${edge.url}/viewer`);
        const page = await response.text();
        if (response.status === 200) answers.add(page.slice(0, 40).replace(/ \d+<.*/, ''));
        else if (count > 0) failures.push(`${response.status}`);
        if (response.status === 200) count += 1;
      } catch (error) {
        failures.push(String((error as Error).cause ?? error));
      }
    }
  };
  const browsers = Array.from({ length: 8 }, browse);
  return {
    answers,
    count: () => count,
    async stop() {
      isStopped = true;
      await Promise.all(browsers);
      return failures;
    },
  };
}

function rawGet(url: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const request = httpRequest(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      const status = response.statusCode ?? 0;
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status, headers: response.headers, body: Buffer.concat(chunks) }));
    });
    request.on('error', reject).end();
  });
}
