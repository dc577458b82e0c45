import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { jest } from '@jest/globals';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { bodyDeadline } from './body-deadline.ts';

const TIMEOUT_MS = 200;

/** Sends what is given on one connection; says what came back, and whether the server closed it. */
async function send(answer: (request: IncomingMessage, response: ServerResponse) => void, ...parts: string[]) {
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 60_000 }, (request, response) => {
    bodyDeadline(request, TIMEOUT_MS);
    answer(request, response);
  });
  const port = await listenLocally(server);
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  atEnd(() => {
    socket.destroy();
    server.close();
  });
  const seen = { text: '', closed: false };
  socket.on('data', (chunk) => (seen.text += chunk));
  socket.on('close', () => (seen.closed = true));
  socket.on('error', () => {});
  for (const part of parts) socket.write(part);
  return { seen, socket };
}

const head = (body: string) => `POST / HTTP/1.1\r\nhost: a\r\n${body}\r\n\r\n`;
const whenRead = (request: IncomingMessage, response: ServerResponse) =>
  void request.resume().once('end', () => response.end('read'));

test.each([
  ['by its length', 'content-length: 10'],
  ['in chunks', 'transfer-encoding: chunked'],
])('a body announced %s that never arrives ends its connection', async (_how, announced) => {
  const { seen } = await send(whenRead, head(announced));
  await eventually(() => expect(seen).toEqual({ text: '', closed: true }));
});

test('so does one that was answered before it arrived', async () => {
  const { seen } = await send((_request, response) => void response.end('early'), head('content-length: 10'));
  await eventually(() => expect(seen).toEqual({ text: expect.stringContaining('early'), closed: true }));
});

test('a connection whose bodies arrive stays, longer than one of them may take', async () => {
  const { seen, socket } = await send(whenRead, head('content-length: 2'), 'ab');
  await eventually(() => expect(seen.text).toContain('read'));
  const stalled = await send(whenRead, head('content-length: 10'));
  await eventually(() => expect(stalled.seen.closed).toBe(true));
  socket.write(`GET / HTTP/1.1\r\nhost: a\r\n\r\n`);
  await eventually(() => expect(seen.text.match(/read/g)).toHaveLength(2));
  expect(seen.closed).toBe(false);
});

test('a request whose handler stopped reading harms nobody when its time is over', async () => {
  const { seen } = await send(
    async (request, response) => {
      for await (const _part of request) break;
      response.writeHead(413).end('too large');
    },
    `${head('content-length: 200000')}more`,
  );
  await eventually(() => expect(seen.closed).toBe(true));
  const after = await send(whenRead, head('content-length: 10'));
  await eventually(() => expect(after.seen.closed).toBe(true));
});

test.each([
  ['keeps no timer', true, 0],
  ['keeps its timer', false, 1],
])('a request that closes with its body arrived or not %s', (_title, complete, timers) => {
  jest.useFakeTimers();
  atEnd(() => jest.useRealTimers());
  const request = Object.assign(new EventEmitter(), { headers: { 'content-length': '2' }, complete });
  bodyDeadline(request as unknown as IncomingMessage, TIMEOUT_MS);
  request.emit('close');
  expect(jest.getTimerCount()).toBe(timers);
});
