import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { recordingLog } from '@marquee/testing/recording-log';
import { tcpProxy } from '@marquee/testing/tcp-proxy';
import { httpPass } from './http-pass.ts';

const servers: Server[] = [];
const { log, lines } = recordingLog();

async function listening(handler: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(handler as never);
  servers.push(server);
  return `http://127.0.0.1:${await listenLocally(server)}`;
}

const passing = (target: string, idleTimeoutMs = 5_000, begun: (response: ServerResponse) => void = () => {}) => {
  const pass = httpPass({
    ...{ target, log, requestHeaders: ['range'], idleTimeoutMs, socketsMax: 4 },
    added: () => ({ 'viewer-token': 'of-the-gateway' }),
  });
  return listening((request, response) => {
    begun(response);
    pass(request, response, request.url ?? '/');
  });
};

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

test('forwards listed headers, drops cookies and forged internal headers, and drops cookies that the service sets', async () => {
  const target = await listening((request, response) => {
    response.setHeader('set-cookie', 'a=b').setHeader('x-seen', JSON.stringify(request.headers)).end('segment');
  });
  const answer = await fetch(await passing(target), {
    headers: { cookie: 'session=secret', 'viewer-token': 'forged', range: 'bytes=0-9', authorization: 'Bearer x' },
  });
  const seen = JSON.parse(answer.headers.get('x-seen') ?? '{}') as Record<string, string>;
  expect(seen).toMatchObject({ range: 'bytes=0-9', 'viewer-token': 'of-the-gateway' });
  expect(seen).not.toHaveProperty('cookie');
  expect(seen).not.toHaveProperty('authorization');
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(await answer.text()).toBe('segment');
});

test('answers 502 for an unreachable service and 504 for a stalled one, both with retry-after', async () => {
  const gone = await listening((_, response) => response.end());
  const closing = servers.at(-1);
  closing?.closeAllConnections();
  await new Promise((resolve) => closing?.close(resolve));
  const refused = await fetch(await passing(gone));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([502, '2']);
  expect(await refused.text()).toBe('Please try again in a moment.\n');
  expect(lines().at(-1)).toMatchObject({ msg: 'the service did not answer', service: gone });

  const stalling = await listening(() => {});
  expect((await fetch(await passing(stalling, 50))).status).toBe(504);
});

test.each([
  ['breaks off', (socket: Socket) => socket.resetAndDestroy()],
  ['ends too early', (socket: Socket) => socket.end()],
  ['stalls', () => {}],
])('an answer that %s is broken off for the browser too, not ended', async (_how, leave) => {
  const target = await listening((request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('the first part', () => leave(request.socket));
  });
  const answer = await fetch(await passing(target, 200));
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
});

test('a browser that reads slowly gets the whole answer; a service that stalls then is given up', async () => {
  const idleMs = 1_000;
  const held = Promise.withResolvers<void>();
  const answers: ServerResponse[] = [];
  const full: string[] = [];
  const target = await listening(async ({ url }, response) => {
    if (url === '/silent') return;
    // The gateway has read all of this, and cannot send it all.
    while (!answers.find(({ req }) => req.url === url)?.writableNeedDrain) {
      response.write(Buffer.alloc(16_000));
      await delay(1);
    }
    full.push(url as string);
    await held.promise;
    if (url === '/whole') response.end('x');
  });
  const gateway = await passing(target, idleMs, (response) => answers.push(response));
  const ask = (path: string) => {
    const browser = connect(Number(new URL(gateway).port), '127.0.0.1').pause();
    atEnd(() => browser.destroy());
    const seen = { end: '', closedAt: 0 };
    browser.on('close', () => (seen.closedAt = performance.now())).on('error', () => {});
    browser.on('data', (part) => (seen.end = (seen.end + part.toString('latin1')).slice(-8)));
    browser.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
    return { browser, seen };
  };
  const [whole, stalled] = [ask('/whole'), ask('/stalled')];
  await eventually(() => expect(full).toHaveLength(2));
  // Each takes as long as the service may be silent.
  for (let times = 0; times < 2; times += 1) expect((await fetch(`${gateway}/silent`)).status).toBe(504);
  // The silence of the service counts from when the browser has read, not from its last byte.
  await delay(idleMs / 2);
  const resumedAt = performance.now();
  held.resolve();
  for (const { browser } of [whole, stalled]) browser.resume();
  await eventually(() => expect(stalled.seen.closedAt).toBeGreaterThan(0));
  expect(stalled.seen.closedAt - resumedAt).toBeGreaterThan(idleMs - 50);
  // The last byte, and the chunk that ends the answer.
  await eventually(() => expect(whole.seen.end).toMatch(/x\r\n0\r\n\r\n$/));
  expect(stalled.seen.end).not.toContain('0\r\n\r\n');
  expect(whole.seen.closedAt).toBe(0);
});

test('a browser that leaves ends the request to the service', async () => {
  let left = false;
  const target = await listening((request, response) => {
    request.socket.on('close', () => {
      left = true;
    });
    response.write('the first part');
  });
  const leaving = new AbortController();
  const answer = await fetch(await passing(target), { signal: leaving.signal });
  leaving.abort();
  await expect(answer.text()).rejects.toThrow();
  await eventually(() => left);
});

test('a browser that leaves while it sends a body ends the request to the service', async () => {
  const seen = { bytes: 0, broken: false };
  const target = await listening((request) => {
    request.on('data', (part: Buffer) => (seen.bytes += part.length));
    request.on('error', () => (seen.broken = true));
  });
  const browser = connect(Number(new URL(await passing(target)).port), '127.0.0.1');
  browser.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nthe first part');
  await eventually(() => seen.bytes > 0);
  browser.destroy();
  await eventually(() => seen.broken);
});

test.each(['POST', 'PUT'])('a body is passed on with %s', async (method) => {
  const target = await listening((request, response) => void request.pipe(response));
  const answer = await fetch(await passing(target), { method, body: 'a piece' });
  expect(await answer.text()).toBe('a piece');
});

test('retries a read, and never a write, when a reused connection is reset', async () => {
  const asked: string[] = [];
  const known = new WeakSet<object>();
  const target = await listening((request, response) => {
    asked.push(`${request.method} ${known.has(request.socket) ? 'kept' : 'new'}`);
    if (known.has(request.socket)) request.socket.resetAndDestroy();
    else response.end('segment');
    known.add(request.socket);
  });
  const url = await passing(target);
  for (let times = 0; times < 2; times += 1) expect(await (await fetch(url)).text()).toBe('segment');
  expect((await fetch(url, { method: 'POST', body: 'a piece' })).status).toBe(502);
  expect(asked).toEqual(['GET new', 'GET kept', 'GET new', 'POST kept']);
});

test('a browser still sending when the service disconnects reads the error, and its connection stays usable', async () => {
  const target = await listening((request) => {
    request.once('data', () => request.socket.resetAndDestroy());
  });
  const { port } = new URL(await passing(target, 500));
  const browser = connect(Number(port), '127.0.0.1').setEncoding('utf8');
  let answers = '';
  browser.on('data', (text) => (answers += text));
  const bytes = 8 * 1024 * 1024;
  browser.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${bytes}\r\n\r\n`);
  browser.write(Buffer.alloc(bytes));
  browser.write('GET / HTTP/1.1\r\nhost: a\r\nrange: bytes=0-9\r\n\r\n');
  await eventually(() => answers.split('HTTP/1.1 ').length === 3);
  browser.destroy();
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 502', 'HTTP/1.1 504']);
});

test('waiting for a free connection has a time limit', async () => {
  const open = new Set<object>();
  let asked = 0;
  const target = await listening((_, response) => {
    asked += 1;
    open.add(response);
    response.flushHeaders();
    const talking = setInterval(() => response.write('.'), 20);
    response.on('close', () => {
      clearInterval(talking);
      open.delete(response);
    });
  });
  const gateway = await passing(target, 300);
  const busy = await Promise.all(Array.from({ length: 4 }, () => fetch(gateway)));
  expect((await fetch(gateway)).status).toBe(504);
  expect(lines().at(-1)).toMatchObject({ msg: 'timed out waiting for a connection to the service', service: target });
  // Requests keep their connection for as long as they take; one that was aborted takes none when one is free.
  const [first, ...others] = await Promise.all(busy.map((answer) => answer.body?.getReader()));
  expect((await first?.read())?.done).toBe(false);
  await first?.cancel();
  await eventually(() => open.size === 3);
  expect(asked).toBe(4);
  for (const reader of others) expect((await reader?.read())?.done).toBe(false);
  for (const reader of others) await reader?.cancel();
});

test('answers 504 when the machine of the service is gone and connections are never refused', async () => {
  const gone = await silentPort();
  expect((await fetch(await passing(`http://127.0.0.1:${gone}`, 300))).status).toBe(504);
}, 5_000);

test('the request after a vanished service opens a new connection [SYS-03:http]', async () => {
  const target = await listening((_, response) => response.end('segment'));
  const link = await tcpProxy({ port: Number(new URL(target).port) });
  const gateway = await passing(`http://127.0.0.1:${link.port}`, 200);
  const ask = async () => (await fetch(gateway)).status;
  // Two idle connections are kept.
  expect(await Promise.all([ask(), ask()])).toEqual([200, 200]);
  link.lose();
  expect(await ask()).toBe(504);
  await link.mend();
  expect(await ask()).toBe(200);
  await link.close();
});

/** A port that answers no SYN, like one of a machine that is gone: its accept queue is full. */
async function silentPort(): Promise<number> {
  const holdStill = `
    const { parentPort } = require('node:worker_threads');
    const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      parentPort.once('message', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
    });`;
  const worker = new Worker(holdStill, { eval: true });
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  worker.postMessage('hold still');
  const knocking: Socket[] = [];
  atEnd(() => {
    for (const socket of knocking) socket.destroy();
    return worker.terminate();
  });
  await eventually(async () => {
    const socket = connect(port, '127.0.0.1');
    knocking.push(socket);
    await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), delay(200)]);
    return socket.connecting;
  });
  return port;
}
