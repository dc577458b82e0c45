import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { freePort } from '../free-ports.ts';
import { gracefulServer } from './graceful-server.ts';

/** A server that keeps each response until the test sends it, and clients that show every byte. */
async function open() {
  const server = createServer();
  const graceful = gracefulServer(server);
  const running: { request: IncomingMessage; response: ServerResponse }[] = [];
  server.on('request', (request, response) => running.push({ request, response }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });

  const client = async () => {
    const socket: Socket = connect(port, '127.0.0.1');
    const seen = { text: '', ended: false };
    socket.on('data', (chunk) => {
      seen.text += chunk;
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      seen.ended = true;
    });
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    return { socket, seen, ask: (path = '/') => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`) };
  };
  const requests = (count: number) => eventually(() => expect(running).toHaveLength(count));
  return { server, graceful, running, client, requests };
}

test('a server that leaves closes each connection with its next response, also one that is being made', async () => {
  const { graceful, running, client, requests } = await open();
  const [before, after] = [await client(), await client()];
  before.ask();
  await requests(1);
  graceful.leave();
  running[0]?.response.end('first');
  await eventually(() => before.seen.ended);
  expect(before.seen.text).toMatch(/Connection: close[\s\S]*first/);
  after.ask();
  await requests(2);
  running[1]?.response.end('second');
  await eventually(() => after.seen.ended);
  expect(after.seen.text).toMatch(/Connection: close[\s\S]*second/);
});

test('a server that closes lets what runs finish, and ends what is idle or silent at once', async () => {
  const { graceful, running, client, requests } = await open();
  const [busy, idle, silent] = [await client(), await client(), await client()];
  idle.ask();
  await requests(1);
  running[0]?.response.end('done');
  await eventually(() => idle.seen.text.includes('done'));
  busy.ask();
  await requests(2);
  const closed = graceful.close(60_000);
  await eventually(() => idle.seen.ended && silent.seen.ended);
  expect(busy.seen).toEqual({ text: '', ended: false });
  running[1]?.response.end('at last');
  await closed;
  await eventually(() => busy.seen.ended);
  expect(busy.seen.text).toMatch(/200 OK[\s\S]*at last/);
});

test('after its grace what has no answer gets 503, and what is half sent is cut off', async () => {
  const { graceful, running, client, requests } = await open();
  const [waiting, half] = [await client(), await client()];
  waiting.ask();
  await requests(1);
  half.ask();
  await requests(2);
  running[1]?.response.writeHead(200).write('half');
  await eventually(() => half.seen.text.includes('half'));
  await graceful.close(1);
  await eventually(() => waiting.seen.ended && half.seen.ended);
  expect(waiting.seen.text).toMatch(/^HTTP\/1.1 503 [\s\S]*Retry-After: 5[\s\S]*Please try again in a moment.\n$/);
  expect(half.seen.text).not.toContain('503');
  // Its handler sees the client leave.
  expect(running[0]?.response.destroyed || running[0]?.request.destroyed).toBe(true);
});

const BODY_BYTES = 1_000_000;

/** A request whose body is sent while the server refuses it. */
function startSending({ socket, seen }: { socket: Socket; seen: { text: string; ended: boolean } }) {
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`);
  return { seen, sendRest: () => socket.write('x'.repeat(BODY_BYTES)) };
}

test('a client that is still sending when a server refuses it gets the answer, though its handler is stuck', async () => {
  const { graceful, running, client, requests } = await open();
  const sending = startSending(await client());
  await requests(1);
  running[0]?.request.pipe(new Writable({ highWaterMark: 1, write: () => {} }));
  const closed = graceful.close(1);
  sending.sendRest();
  await closed;
  await eventually(() => sending.seen.ended);
  expect(sending.seen.text).toMatch(/^HTTP\/1.1 503 /);
  // What is left unread would reset the connection, which loses the answer.
  expect(running[0]?.request.complete).toBe(true);
});

test('a request behind another on its connection has no answer of its own, and leaves other clients theirs', async () => {
  const { graceful, running, client, requests } = await open();
  const both = await client();
  both.ask('/first');
  both.ask('/second');
  await requests(2);
  const sending = startSending(await client());
  await requests(3);
  const closed = graceful.close(1);
  sending.sendRest();
  await closed;
  await eventually(() => both.seen.ended && sending.seen.ended);
  expect(both.seen.text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 503']);
  expect(sending.seen.text).toMatch(/^HTTP\/1.1 503 /);
  expect(running[2]?.request.complete).toBe(true);
});

const CROWD = 300;

test('a crowd of connections is let in within few turns of a busy event loop', async () => {
  const server = createServer();
  const graceful = gracefulServer(server);
  atEnd(() => graceful.close(0));
  const port = await graceful.listen({ port: 0, host: '127.0.0.1' });
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });

  const clients = Array.from({ length: CROWD }, () => connect(port, '127.0.0.1').on('error', () => {}));
  atEnd(() => {
    for (const client of clients) client.destroy();
  });
  let turns = 0;
  while (accepted < CROWD) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  expect(turns).toBeLessThan(CROWD / 3);
});

test('a port that another server has is refused, although sockets could share it', async () => {
  const first = gracefulServer(createServer());
  const port = await first.listen({ port: 0, host: '127.0.0.1' });
  atEnd(() => first.close(0));

  await expect(gracefulServer(createServer()).listen({ port, host: '127.0.0.1' })).rejects.toThrow('is in use');
});

/** Many turns of the event loop: longer than a start takes that waits for nobody. */
async function turns(): Promise<void> {
  for (let count = 0; count < 500; count += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('of two servers that start at the same moment on one port, one is refused', async () => {
  const [server, other] = [createServer(), createServer()];
  const [first, second] = [gracefulServer(server), gracefulServer(other)];
  atEnd(() => Promise.all([first.close(0), second.close(0)]));
  const port = await freePort();
  const late = Promise.withResolvers<PromiseSettledResult<number>[]>();
  // The second starts when the first has seen that the port is free, and does not listen on it yet.
  const listen = server.listen.bind(server);
  server.listen = ((options: object) => {
    late.resolve(Promise.allSettled([second.listen({ port, host: '127.0.0.1' })]));
    void turns().then(() => listen(options));
    return server;
  }) as typeof server.listen;

  expect(await first.listen({ port, host: '127.0.0.1' })).toBe(port);
  const [refused] = await late.promise;
  expect(refused).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('is in use') } });
  // Nothing of it is left: the port is free for the next.
  await first.close(0);
  const next = gracefulServer(createServer());
  atEnd(() => next.close(0));
  expect(await next.listen({ port, host: '127.0.0.1' })).toBe(port);
});

test('a server that listened with many sockets accepts nothing after its close', async () => {
  const graceful = gracefulServer(createServer());
  const port = await graceful.listen({ port: 0, host: '127.0.0.1' });

  await graceful.close(0);
  const late = await new Promise((resolve) => {
    connect(port, '127.0.0.1')
      .once('connect', () => resolve('connected'))
      .once('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
  });
  expect(late).toBe('ECONNREFUSED');
});
