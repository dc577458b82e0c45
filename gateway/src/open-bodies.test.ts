import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { closeOnceAnswered } from '@marquee/runtime/http/close-once-answered';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { OpenBodies } from './open-bodies.ts';
import { HOST, runningGateway } from './testing/running-gateway.ts';

const SOME_TIME_MS = 100;

/** A client at an address of its own, all of which are this machine. */
function client(port: number, localAddress = '127.0.0.1') {
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress }).setEncoding('latin1');
  const seen = { text: '', closed: false };
  socket.on('data', (chunk) => (seen.text += chunk));
  socket.on('close', () => (seen.closed = true));
  socket.on('error', () => {});
  atEnd(() => socket.destroy());
  return { socket, seen };
}
const head = (path: string, length: number, method = 'PATCH') =>
  `${method} ${path} HTTP/1.1\r\nhost: ${HOST}\r\norigin: http://${HOST}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

test('80 uploads of one address that bring a byte each leave the uploads of others theirs', async () => {
  const { gateway, asked } = await runningGateway();
  const slow = Array.from({ length: 80 }, (_, index) => {
    const one = client(gateway.port, '127.0.9.1');
    one.socket.write(`${head(`/uploads/${index}`, 1_000)}x`);
    return one;
  });
  const refused = () => slow.filter(({ seen }) => seen.text.startsWith('HTTP/1.1 503')).length;
  await eventually(() => expect(refused()).toBe(80 - 24));
  // Another address of the same network has its share, and so has another network.
  for (const address of ['127.0.9.2', '127.0.0.1']) {
    const other = client(gateway.port, address);
    other.socket.write(`${head(`/uploads/of-${address}`, 4)}body`);
    const arrived = await eventually(() => asked.find(({ url }) => url.endsWith(address)) ?? false);
    arrived.response.writeHead(204).end();
    await eventually(() => expect(other.seen.text).toContain('204 No Content'));
  }
  expect(refused()).toBe(80 - 24);
});

test('bodies of calls have a share too, and it ends when they have arrived', async () => {
  const { gateway } = await runningGateway();
  const path = '/rpc/identity.v1.ProfileService/UpdateProfile';
  const slow = Array.from({ length: 70 }, () => {
    const one = client(gateway.port, '127.0.9.1');
    one.socket.write(head(path, 2, 'POST'));
    return one;
  });
  const refused = () => slow.filter(({ seen }) => seen.text.startsWith('HTTP/1.1 503'));
  await eventually(() => expect(refused()).toHaveLength(70 - 64));
  const held = slow.filter((one) => !refused().includes(one));
  for (const { socket } of held) socket.write('{}');
  await eventually(() => expect(held.every(({ seen }) => seen.text !== '')).toBe(true));
  const after = client(gateway.port, '127.0.9.1');
  after.socket.write(`${head(path, 2, 'POST')}{}`);
  await eventually(() => expect(after.seen.text).not.toBe(''));
  expect(after.seen.text).not.toContain('503 ');
});

/** A server that keeps bodies open, which tells how many. */
async function served(progressBytesMin: number, handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const bodies = new OpenBodies({
    ...{ perAddressMax: 2, perNetworkMax: 3, until: 'answered', progressMs: SOME_TIME_MS, progressBytesMin },
  });
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    if (bodies.admit(request, response, String(request.headers['x-address'] ?? '192.0.2.1'))) handle(request, response);
  });
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { bodies, port: await listenLocally(server) };
}

test('a body that brings too little ends its connection and gives its place back; one that brings enough stays', async () => {
  const { bodies, port } = await served(100, (request) => void request.resume());
  const [slow, fast] = [client(port), client(port)];
  for (const { socket } of [slow, fast]) socket.write(head('/', 1_000_000));
  const bring = (one: typeof slow, bytes: number) => {
    const timer = setInterval(() => one.seen.closed || one.socket.write('x'.repeat(bytes)), SOME_TIME_MS / 10);
    atEnd(() => clearInterval(timer));
  };
  bring(slow, 1);
  bring(fast, 1_000);
  await eventually(() => expect(slow.seen.closed).toBe(true));
  expect(fast.seen.closed).toBe(false);
  await eventually(() => expect(bodies.size).toBe(1));
});

test('a body that waits for us is not the fault of its client', async () => {
  const { port } = await served(1_000, () => {});
  const held = client(port);
  held.socket.write(`${head('/', 1_000_000)}${'x'.repeat(200_000)}`);
  const slow = client(port);
  slow.socket.write(head('/', 1_000_000));
  await eventually(() => expect(slow.seen.closed).toBe(true));
  expect(held.seen.closed).toBe(false);
});

test('a network has a share that is more than that of an address, and requests without a body need none', async () => {
  const { bodies, port } = await served(0, (request, response) => void (request.complete && response.end('read')));
  const ask = (address: string, length: number) => {
    const one = client(port);
    one.socket.write(`PUT / HTTP/1.1\r\nhost: a\r\nx-address: ${address}\r\ncontent-length: ${length}\r\n\r\n`);
    return one.seen;
  };
  const open = [ask('192.0.2.1', 9), ask('192.0.2.1', 9), ask('192.0.2.2', 9)];
  await eventually(() => expect(bodies.size).toBe(3));
  const refused = [ask('192.0.2.1', 9), ask('192.0.2.3', 9)];
  await eventually(() => expect(refused.every(({ text }) => text.startsWith('HTTP/1.1 503'))).toBe(true));
  ask('198.51.100.1', 9);
  await eventually(() => expect(bodies.size).toBe(4));
  expect(open.map(({ text }) => text)).toEqual(['', '', '']);
});

test.each(['arrived', 'answered'] as const)(
  'until a body has %s, however it ends, its place is given back',
  async (until) => {
    const share = { perAddressMax: 1_000, perNetworkMax: 1_000, progressMs: 60_000, progressBytesMin: 0 };
    const bodies = new OpenBodies({ ...share, until });
    const handlers: ((request: IncomingMessage, response: ServerResponse) => void)[] = [
      () => {},
      (request) => void request.resume(),
      (_request, response) => void response.writeHead(405).end(),
      (request, response) => void request.once('data', () => response.writeHead(413).end()),
      (request) => void request.destroy(),
      (_request, response) => void response.destroy(),
      (request, response) => void request.resume().once('end', () => response.end()),
    ];
    let count = 0;
    const server = createServer({ requestTimeout: 0 }, (request, response) => {
      closeOnceAnswered(request, response);
      if (bodies.admit(request, response, '192.0.2.1')) handlers[count++ % handlers.length]?.(request, response);
    });
    const port = await listenLocally(server);
    atEnd(() => void server.close());
    const clients = Array.from({ length: 4 * handlers.length }, (_, index) => {
      const one = client(port);
      one.socket.write(`${head('/', index % 2 ? 3 : 1_000)}xyz`);
      return one;
    });
    await eventually(() => expect(count).toBe(clients.length));
    for (const [index, { socket }] of clients.entries())
      if (index % 3) socket.resetAndDestroy();
      else socket.end();
    await eventually(() => expect(bodies.size).toBe(0));
  },
);
