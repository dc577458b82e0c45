import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { atEnd } from './cleanup.ts';
import { eventually } from './eventually.ts';
import { listenLocally } from './listen-locally.ts';
import { tcpProxy } from './tcp-proxy.ts';

const SLOW = { latencyMs: 30, bytesPerSecond: 2_000_000 };
// Timers may end this much early.
const TIMER_MS = 2;
const PART_BYTES = 5_000;

/** A server that sends back what it receives, through a link. */
async function echo() {
  const server = createServer((socket) => socket.on('error', () => {}).pipe(socket));
  const link = await tcpProxy({ port: await listenLocally(server) });
  atEnd(async () => {
    await link.close();
    server.close();
  });
  return link;
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  atEnd(() => socket.destroy());
  return socket;
}

/** Sends the bytes in parts of different sizes, and returns what comes back. */
async function sendBack(socket: Socket, bytes: Buffer): Promise<{ received: Buffer; tookMs: number }> {
  const begun = performance.now();
  const chunks: Buffer[] = [];
  const complete = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (chunks.reduce((sum, { length }) => sum + length, 0) >= bytes.length) resolve();
    });
  });
  // The last is the longest.
  const middle = bytes.length >> 1;
  for (let start = 0; start < middle; start += PART_BYTES) {
    socket.write(bytes.subarray(start, Math.min(start + PART_BYTES, middle)));
  }
  socket.write(bytes.subarray(middle));
  await complete;
  socket.removeAllListeners('data');
  return { received: Buffer.concat(chunks), tookMs: performance.now() - begun };
}

test('a slow link brings every byte, in order, later by its latency and its bandwidth', async () => {
  const link = await echo();
  const socket = await openSocket(link.port);
  const bytes = randomBytes(100_000);
  link.slowDown(SLOW);
  const { received, tookMs } = await sendBack(socket, bytes);
  expect(received.equals(bytes)).toBe(true);
  const leastMs = 2 * SLOW.latencyMs + (bytes.length / SLOW.bytesPerSecond) * 1_000;
  expect(tookMs).toBeGreaterThanOrEqual(leastMs - TIMER_MS);
});

test('connections share the bandwidth of a slow link', async () => {
  const link = await echo();
  const sockets = await Promise.all([openSocket(link.port), openSocket(link.port)]);
  link.slowDown({ ...SLOW, latencyMs: 0 });
  const bytes = randomBytes(100_000);
  const both = await Promise.all(sockets.map((socket) => sendBack(socket, bytes)));
  const longest = Math.max(...both.map(({ tookMs }) => tookMs));
  expect(longest).toBeGreaterThanOrEqual(((2 * bytes.length) / SLOW.bytesPerSecond) * 1_000 - TIMER_MS);
});

test('what is on its way when a slow link is mended arrives before what comes after', async () => {
  const link = await echo();
  const socket = await openSocket(link.port);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  link.slowDown({ ...SLOW, latencyMs: 100 });
  socket.write('first, ');
  // By the time that this has come and gone, the link has taken the first.
  const other = await openSocket(link.port);
  await link.mend();
  await sendBack(other, Buffer.from('quick'));
  socket.write('second');
  await eventually(() => text === 'first, second');
});

test('a side that closes behind a slow link closes the other', async () => {
  const link = await echo();
  const socket = await openSocket(link.port);
  link.slowDown(SLOW);
  socket.end('last words');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  expect(Buffer.concat(chunks).toString()).toBe('last words');
});
