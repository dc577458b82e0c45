import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { requestShares } from './request-shares.ts';
import { Shares } from './shares.ts';
import { HOST, runningGateway } from './testing/running-gateway.ts';

/** A client at an address of its own, all of which are this machine. */
function client(port: number, localAddress: string) {
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress }).setEncoding('latin1');
  const seen = { text: '', closed: false };
  socket.on('data', (chunk) => (seen.text += chunk));
  socket.on('close', () => (seen.closed = true));
  socket.on('error', () => {});
  atEnd(() => socket.destroy());
  const get = (path: string, times = 1) => socket.write(`GET ${path} HTTP/1.1\r\nhost: ${HOST}\r\n\r\n`.repeat(times));
  return { socket, seen, get };
}

test.each(['/media/images/a/800.jpg', '/v/token/version/1.m4s', '/MEDIA/images/a/800.jpg'])(
  'an address that leaves its answers of %s open leaves those of others theirs',
  async (path) => {
    const { gateway, asked } = await runningGateway();
    const slow = Array.from({ length: 140 }, () => client(gateway.port, '127.0.9.1'));
    for (const { get } of slow) get(path);
    const refused = () => slow.filter(({ seen }) => seen.text.startsWith('HTTP/1.1 503'));
    await eventually(() => expect(refused()).toHaveLength(140 - 128));
    expect(refused()[0]?.seen.text).toMatch(/retry-after: 5/i);
    // Another of the same network has its share, and so has another network.
    for (const address of ['127.0.9.2', '127.0.0.1']) {
      const other = client(gateway.port, address);
      other.get(`${path}?of=${address}`);
      const arrived = await eventually(() => asked.find(({ url }) => url.endsWith(address)) ?? false);
      arrived.response.end('a picture');
      await eventually(() => expect(other.seen.text).toContain('a picture'));
    }
    // What was left gives its place back.
    for (const { socket } of slow) socket.destroy();
    const after = client(gateway.port, '127.0.9.1');
    await eventually(() => {
      after.get(`${path}?after`);
      return asked.some(({ url }) => url.endsWith('?after'));
    });
  },
);

test.each([
  ['that is not there', '/media/images/a/missing.jpg', '/v/token/version/1.m4s'],
  ['with keys that are none', '/workers/transcodes/missing.jpg', '/workers/transcodes'],
])(
  'an address that asks for much %s has a small share from then on, and others keep theirs',
  async (_what, guessed, asked) => {
    const admit = requestShares(({ headers }) => String(headers['x-address']));
    let held = 0;
    const server = createServer((request, response) => {
      if (!admit(request, response)) return;
      if (request.url?.endsWith('/missing.jpg')) response.writeHead(404).end();
      else held += 1;
    });
    const url = `http://127.0.0.1:${await listenLocally(server)}`;
    const left = new AbortController();
    atEnd(() => {
      left.abort();
      server.closeAllConnections();
      server.close();
    });
    const get = async (path: string, address: string) =>
      (await fetch(url + path, { headers: { 'x-address': address }, signal: left.signal })).status;
    for (let count = 0; count < 600; count += 50) {
      const guesses = Array.from({ length: 50 }, () => get(guessed, '192.0.2.1'));
      expect(new Set(await Promise.all(guesses))).toEqual(new Set([404]));
    }
    const answers: (number | undefined)[] = [];
    const open = (address: string) =>
      void get(asked, address).then(
        (status) => answers.push(status),
        () => undefined,
      );
    for (let count = 0; count < 10; count += 1) open('192.0.2.1');
    await eventually(() => expect(answers).toEqual(Array(10 - 4).fill(503)));
    for (let count = 0; count < 10; count += 1) open('198.51.100.1');
    await eventually(() => expect(held).toBe(4 + 10));
  },
  60_000,
);

test('a connection that asks for a thousand pictures at once is ended, and media is hardly asked', async () => {
  const { gateway, asked } = await runningGateway();
  const greedy = client(gateway.port, '127.0.9.1');
  greedy.get('/media/images/a/800.jpg', 1_000);
  await eventually(() => expect(greedy.seen.closed).toBe(true));
  expect(asked.length).toBeLessThanOrEqual(8);
});

test('a network has a share that is more than that of an address, and what is given back twice counts once', () => {
  const shares = new Shares({ perAddressMax: 2, perNetworkMax: 3 });
  const [first, ...others] = ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map((address) => shares.take(address));
  expect([shares.take('192.0.2.1'), shares.take('192.0.2.3')]).toEqual([undefined, undefined]);
  expect(shares.take('2001:db8::1')).toBeDefined();
  for (let times = 0; times < 2; times += 1) first?.();
  expect(shares.size).toBe(others.length + 1);
  expect(shares.take('192.0.2.3')).toBeDefined();
  expect(shares.take('192.0.2.4')).toBeUndefined();
});
