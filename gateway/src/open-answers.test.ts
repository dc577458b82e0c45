import { createServer, type IncomingMessage } from 'node:http';
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

/** A server that holds what it is asked for, and has no file that ends in missing.jpg. */
async function guessedAt() {
  const header = (name: string) => (request: IncomingMessage) => request.headers[name] as string | undefined;
  const admit = requestShares({
    addressOf: (request) => header('x-address')(request) ?? '192.0.2.1',
    accountOf: header('x-account'),
  });
  let held = 0;
  let open = 0;
  const server = createServer((request, response) => {
    if (!admit(request, response)) return;
    open += 1;
    response.once('close', () => (open -= 1));
    if (request.url?.endsWith('/missing.jpg')) response.writeHead(404).end();
    else if (request.url?.endsWith('/there.jpg')) response.end('a picture');
    else if (request.url?.endsWith('/denied.jpg')) response.writeHead(403).end();
    else if (request.url?.endsWith('/moved.jpg')) response.writeHead(308).end();
    else held += 1;
  });
  const url = `http://127.0.0.1:${await listenLocally(server)}`;
  let left = new AbortController();
  const leave = async () => {
    left.abort();
    left = new AbortController();
    await eventually(() => open === 0);
  };
  atEnd(() => {
    left.abort();
    server.closeAllConnections();
    server.close();
  });
  const get = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(url + path, { headers, signal: left.signal })).status;
  const guess = async (path: string, headers: Record<string, string> = {}) => {
    for (let count = 0; count < 600; count += 50) {
      const guesses = Array.from({ length: 50 }, () => get(path, headers));
      expect(new Set(await Promise.all(guesses))).toEqual(new Set([404]));
    }
  };
  /** Asks ten times for what is held; says how many of them are, and waits until all others are refused. */
  const heldOfTen = async (path: string, headers: Record<string, string> = {}) => {
    const before = held;
    let refused = 0;
    const ask = () => get(path, headers).then((status) => (refused += Number(status === 503)));
    for (let count = 0; count < 10; count += 1) void ask().catch(() => undefined);
    await eventually(() => held - before + refused === 10);
    return held - before;
  };
  return { get, guess, heldOfTen, leave };
}

test.each([
  ['that is not there', '/media/images/a/missing.jpg', '/v/token/version/1.m4s'],
  ['with keys that are none', '/workers/transcodes/missing.jpg', '/workers/transcodes'],
])(
  'an address that asks for much %s has a small share from then on, and others keep theirs',
  async (_what, guessed, asked) => {
    const { guess, heldOfTen } = await guessedAt();
    await guess(guessed);
    expect(await heldOfTen(asked)).toBe(4);
    expect(await heldOfTen(asked, { 'x-address': '198.51.100.1' })).toBe(10);
  },
  60_000,
);

test('behind the address of a guesser, who is known there keeps the own share: accounts, tokens and keys that were good', async () => {
  const { get, guess, heldOfTen } = await guessedAt();
  const key = { authorization: 'Bearer of-a-worker' };
  expect([await get('/v/good/version/there.jpg'), await get('/workers/there.jpg', key)]).toEqual([200, 200]);
  await guess('/v/made-up/version/missing.jpg');
  expect(await heldOfTen('/media/images/a/800.jpg', { 'x-account': 'somebody' })).toBe(10);
  expect(await heldOfTen('/v/good/version/1.m4s')).toBe(10);
  expect(await heldOfTen('/workers/transcodes', key)).toBe(10);
  expect(await heldOfTen('/v/other/version/1.m4s')).toBe(4);
}, 60_000);

test('a token that has expired is good for nothing any more', async () => {
  const { get, guess, heldOfTen } = await guessedAt();
  expect([await get('/v/ended/version/there.jpg'), await get('/v/ended/version/denied.jpg')]).toEqual([200, 403]);
  await guess('/v/made-up/version/missing.jpg');
  expect(await heldOfTen('/v/ended/version/1.m4s')).toBe(4);
}, 60_000);

test('an account that guesses has a small share itself, and others behind its address keep theirs', async () => {
  const { guess, heldOfTen } = await guessedAt();
  const guesser = { 'x-account': 'guesser' };
  await guess('/media/images/a/missing.jpg', guesser);
  expect(await heldOfTen('/media/images/a/800.jpg', guesser)).toBe(4);
  expect(await heldOfTen('/media/images/a/800.jpg')).toBe(10);
}, 60_000);

test('a token whose answer nobody waited for, or that was only redirected, is not good', async () => {
  const { get, guess, heldOfTen, leave } = await guessedAt();
  expect(await get('/v/moved/version/moved.jpg')).toBe(308);
  expect(await heldOfTen('/v/made-up/version/1.m4s')).toBe(10);
  await leave();
  await guess('/media/images/a/missing.jpg');
  expect(await heldOfTen('/v/made-up/version/2.m4s')).toBe(4);
  await leave();
  expect(await heldOfTen('/v/moved/version/1.m4s')).toBe(4);
}, 60_000);

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
