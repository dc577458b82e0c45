import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type GracefulServer, gracefulServer } from '@marquee/runtime/http/graceful-server';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { silentLog } from '@marquee/testing/silent-log';
import { httpPass } from './http-pass.ts';

/** Longer than a test may take. */
const GRACE_MS = 60_000;
const MANY_BYTES = 30_000_000;

type Connection = { socket: Socket; read: () => string; ended: Promise<void> };

async function listening(handler: RequestListener): Promise<GracefulServer & { port: number }> {
  // Node closes no idle connection by itself either.
  const server = createServer({ keepAliveTimeout: GRACE_MS }, handler);
  const graceful = gracefulServer(server);
  const port = await listenLocally(server);
  atEnd(() => graceful.close(0));
  return { ...graceful, port };
}

async function connected(port: number, request = ''): Promise<Connection> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  socket.on('error', () => {});
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  atEnd(() => socket.destroy());
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  socket.write(request);
  return { socket, read: () => text, ended };
}

const POST = `POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${MANY_BYTES}\r\n\r\n`;
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;

test('after leave, every answer closes its connection, including answers that had begun', async () => {
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  const front = await listening(async (request, response) => {
    isHeld ||= request.url === '/slow';
    if (request.url === '/slow') await held.promise;
    response.end('done');
  });
  const kept = await connected(front.port, get('/'));
  await eventually(() => kept.read().endsWith('done'));
  expect(kept.read()).toContain('Connection: keep-alive');
  const slow = await connected(front.port, get('/slow'));
  await eventually(() => isHeld);

  front.leave();
  held.resolve();
  kept.socket.write(get('/'));
  const late = await connected(front.port, get('/'));
  await Promise.all([slow.ended, kept.ended, late.ended]);
  for (const { read } of [slow, kept, late]) expect(read()).toMatch(/Connection: close\r\n.*done$/s);
});

test('close ends idle connections, and those that never sent a request', async () => {
  const front = await listening((_request, response) => response.end('done'));
  const idle = await connected(front.port, get('/'));
  const silent = await connected(front.port);
  await eventually(() => idle.read().endsWith('done'));
  await front.close(GRACE_MS);
  await Promise.all([idle.ended, silent.ended]);
});

test.each(['reset', 'closed with its first answer'])(
  'what waits behind another answer, on a connection that is %s, is closed and keeps no other open',
  async (how) => {
    const first = Promise.withResolvers<ServerResponse>();
    const closed: string[] = [];
    const front = await listening((request, response) => {
      response.once('close', () => closed.push(request.url ?? ''));
      if (request.url === '/first') first.resolve(response);
      else if (request.url !== '/open') response.end('done');
    });
    const paths = ['/first', '/ended', '/open'];
    const { socket, ended } = await connected(front.port, paths.map(get).join(''));
    const response = await first.promise;
    if (how === 'reset') socket.resetAndDestroy();
    else response.setHeader('Connection', 'close').end('done');
    await ended;
    await eventually(() => closed.length === paths.length);

    const idle = await connected(front.port, get('/'));
    await eventually(() => idle.read().endsWith('done'));
    await front.close(GRACE_MS);
    await idle.ended;
  },
);

test('a kept connection is closed after the last answer it waits for', async () => {
  const held = Promise.withResolvers<void>();
  const front = await listening(async (_request, response) => {
    response.write('begun ');
    await held.promise;
    response.end('done');
  });
  const one = await connected(front.port, get('/'));
  const two = await connected(front.port, get('/'));
  await eventually(() => one.read().includes('begun') && two.read().includes('begun'));
  const closing = front.close(GRACE_MS);
  two.socket.write(get('/again'));
  await eventually(async () => (await refused(front.port)) === 'ECONNREFUSED');
  held.resolve();
  await closing;
  await Promise.all([one.ended, two.ended]);
  expect(one.read().match(/done/g)).toHaveLength(1);
  expect(two.read().match(/done/g)).toHaveLength(2);
  expect(two.read()).toMatch(/keep-alive.*Connection: close/s);
});

test('a complete answer still being sent to a slow reader arrives whole', async () => {
  const front = await listening((_request, response) => response.end(Buffer.alloc(MANY_BYTES, 'x')));
  const { socket, read, ended } = await connected(front.port);
  socket.pause();
  socket.write(get('/'));
  await eventually(() => socket.readableLength > 0);
  const closing = front.close(GRACE_MS);
  socket.resume();
  await closing;
  await ended;
  expect(read().length - read().indexOf('\r\n\r\n') - 4).toBe(MANY_BYTES);
});

test('an unanswered upload gets 503 with retry-after at the end of the grace period, while its body still arrives', async () => {
  const media = await listening((request) => request.once('data', () => request.pause()));
  const pass = passing(media.port);
  let passed = 0;
  const front = await listening((request, response) => {
    pass(request, response, '/');
    passed += 1;
  });
  const upload = await connected(front.port, POST);
  upload.socket.write(Buffer.alloc(MANY_BYTES / 2));
  const asked = await connected(front.port, get('/'));
  await eventually(() => passed === 2);
  const errors: Error[] = [];
  upload.socket.on('error', (error) => errors.push(error));

  await front.close(300);
  await Promise.all([upload.ended, asked.ended]);
  for (const { read } of [upload, asked]) {
    expect(read()).toMatch(/^HTTP\/1\.1 503 .*Retry-After: 5\r\n.*Connection: close\r\n.*moment\.\n$/s);
  }
  expect(errors).toEqual([]);
});

test.each([
  [
    'refused',
    503,
    (request: IncomingMessage, response: ServerResponse) => {
      response.writeHead(503, { 'content-length': 4 }).end('busy');
      request.resume();
    },
  ],
  ['broken off', 502, (request: IncomingMessage) => request.socket.resetAndDestroy()],
] as const)(
  'an upload that the service behind has %s reads so to its end, though the connection closes with it',
  async (_, status, answer) => {
    const media = await listening((request, response) => request.once('data', () => answer(request, response)));
    const pass = passing(media.port);
    const front = await listening((request, response) => pass(request, response, '/'));
    front.leave();
    const upload = await connected(front.port, POST);
    const errors: Error[] = [];
    upload.socket.on('error', (error) => errors.push(error));
    upload.socket.write(Buffer.alloc(MANY_BYTES));
    await upload.ended;
    expect(upload.read()).toMatch(new RegExp(`^HTTP/1.1 ${status} .*Connection: close`, 's'));
    expect(errors).toEqual([]);
  },
);

function passing(port: number) {
  return httpPass({
    ...{ target: `http://127.0.0.1:${port}`, log: silentLog, requestHeaders: ['content-length'] },
    ...{ idleTimeoutMs: 60_000, socketsMax: 4 },
  });
}

function refused(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });
}
