import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { jest } from '@jest/globals';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { gracefulServer } from './graceful-server.ts';
import { closeIdle, UnreadAnswers } from './unread-answers.ts';

const STEP_MS = 15_000;

/** More than the kernel takes of an answer that nobody reads. */
const ANSWER = Buffer.alloc(40_000_000);

/** A server whose clock the test moves on. */
async function served() {
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'setTimeout', 'clearTimeout', 'Date'],
  });
  atEnd(() => void jest.useRealTimers());
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    response.once('close', () => (open -= 1));
    if (request.url === '/film') response.end(ANSWER);
  });
  const front = gracefulServer(server);
  const port = await listenLocally(server);
  atEnd(() => front.close(0));
  const client = async (path: string) => {
    const socket = connect(port, '127.0.0.1').pause();
    const seen = { closed: false };
    socket.on('close', () => (seen.closed = true)).on('error', () => {});
    atEnd(() => socket.destroy());
    const before = open;
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
    await eventually(() => expect(open).toBe(before + 1));
    return { socket, seen };
  };
  const pass = (ms: number) => jest.advanceTimersByTime(ms);
  return { client, pass, open: () => open };
}

/** Reads this many bytes, and no more. */
async function read(socket: Socket, bytes: number): Promise<void> {
  let missing = bytes;
  await eventually(() => {
    for (let part: Buffer | null = socket.read(); part && missing > 0; part = socket.read()) missing -= part.length;
    return missing <= 0;
  });
}

test('an answer that its client never reads is given up after three minutes, one that waits for us is not', async () => {
  const { client, pass, open } = await served();
  const waiting = await client('/not-yet');
  const unread = await client('/film');
  pass(180_000);
  expect(open()).toBe(2);
  pass(STEP_MS);
  await eventually(() => expect(open()).toBe(1));
  pass(20 * 60_000);
  unread.socket.resume();
  await eventually(() => expect(unread.seen.closed).toBe(true));
  expect([open(), waiting.seen.closed]).toEqual([1, false]);
});

test('a phone at 100 kbit/s reads on for as long as it takes', async () => {
  const { client, pass, open } = await served();
  const { socket, seen } = await client('/film');
  for (let step = 0; step < 80; step += 1) {
    await read(socket, (100_000 / 8) * (STEP_MS / 1_000));
    pass(STEP_MS);
  }
  expect([open(), seen.closed]).toEqual([1, false]);
  socket.destroy();
  await eventually(() => expect(open()).toBe(0));
});

/** A connection that has a piece of an answer in the kernel's hands, of which it has taken some bytes. */
function connection(taken: number, writableLength = 1_000_000) {
  const counted = { taken, writableLength, ended: false };
  const fake = {
    get writableLength() {
      return counted.writableLength;
    },
    get _handle() {
      return { bytesWritten: 2_000_000, writeQueueSize: 2_000_000 - counted.taken };
    },
    destroy: () => {
      counted.ended = true;
      return fake as never;
    },
  };
  return { counted, fake };
}

test('a client that reads less than 64 KiB in three minutes is no reader', () => {
  const unread = new UnreadAnswers();
  const [drip, slow] = [connection(0), connection(0)];
  for (let now = 0; now <= 180_000; now += STEP_MS) {
    drip.counted.taken += 5_000;
    slow.counted.taken += 5_500;
    unread.check([drip.fake, slow.fake], now);
  }
  expect([drip.counted.ended, slow.counted.ended]).toEqual([true, false]);
});

test('a connection whose answers were taken whole has its whole time for the next', () => {
  const unread = new UnreadAnswers();
  const { counted, fake } = connection(0);
  unread.check([fake], 0);
  counted.writableLength = 0;
  unread.check([fake], 170_000);
  counted.writableLength = 1;
  unread.check([fake], 200_000);
  expect(counted.ended).toBe(false);
  unread.check([fake], 380_000);
  expect(counted.ended).toBe(true);
});

test('a connection that is idle is closed, and one whose client has yet to read is not', async () => {
  const server = createServer((request, response) => void (request.url === '/film' && response.end(ANSWER)));
  closeIdle(server, 500);
  const port = await listenLocally(server);
  const ask = (path: string) => {
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => {}).write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
    atEnd(() => socket.destroy());
    return socket;
  };
  const film = ask('/film');
  // Each takes as long as a connection may be idle.
  for (let times = 0; times < 2; times += 1) {
    const idle = ask('/not-yet').resume();
    await new Promise((resolve) => idle.once('close', resolve));
  }
  let bytes = 0;
  film.on('data', (part) => (bytes += part.length)).resume();
  await eventually(() => expect(bytes).toBeGreaterThan(ANSWER.length));
});
