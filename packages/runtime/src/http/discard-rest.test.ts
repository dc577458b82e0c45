import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { jest } from '@jest/globals';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { closeOnceRead, discardRest, endOnceRead } from './discard-rest.ts';

type Body = { length: number; sent: number };

/** What a client reads that sends a part of a body. */
async function answerTo(body: Body, answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  const port = await listenLocally(server);
  atEnd(() => server.close());
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`);
  socket.write(Buffer.alloc(body.sent));
  // An error is seen in what was not read.
  await new Promise<void>((resolve) => {
    socket.on('error', () => {}).once('close', () => resolve());
    socket.once('end', () => socket.destroy());
  });
  return text;
}

test('a refusal that closes its connection is read by a client that is still sending', async () => {
  const length = 8 * 1024 * 1024;
  const read: boolean[] = [];
  const text = await answerTo({ length, sent: length }, (request, response) => {
    response.setHeader('Connection', 'close');
    response.writeHead(413).write('too large');
    response.once('finish', () => read.push(request.complete));
    endOnceRead(request, response);
  });
  expect(text).toContain('too large');
  expect(read).toEqual([true]);
});

test('a client that is still sending reads a response that its handler ends early', async () => {
  const length = 8 * 1024 * 1024;
  const read: boolean[] = [];
  const text = await answerTo({ length, sent: length }, (request, response) => {
    response.setHeader('Connection', 'close');
    response.once('finish', () => read.push(request.complete));
    closeOnceRead(request, response);
    response.writeHead(200, { 'Upload-Offset': '5' }).end('paused');
  });
  expect(text).toContain('Upload-Offset: 5');
  expect(text).toContain('paused');
  expect(read).toEqual([true]);
});

test('a client that is still sending reads a refusal of a process that was held up for longer than it reads on', async () => {
  const length = 8 * 1024 * 1024;
  const read: boolean[] = [];
  const text = await answerTo({ length, sent: length }, (request, response) => {
    response.setHeader('Connection', 'close');
    response.writeHead(413).write('too large');
    response.once('finish', () => read.push(request.complete));
    endOnceRead(request, response);
    holdUp(2_100);
  });
  expect(text).toContain('too large');
  expect(read).toEqual([true]);
});

test('of a request that never ends, 32 MiB are read', async () => {
  // By bytes, however slow the machine is: the limit of time is not reached.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  atEnd(() => void jest.useRealTimers());
  const read: number[] = [];
  await answerTo({ length: 64 * 1024 * 1024, sent: 40 * 1024 * 1024 }, (request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
    });
    void discardRest(request).then(() => {
      read.push(bytes);
      response.destroy();
    });
  });
  expect(read[0]).toBeGreaterThan(32 * 1024 * 1024);
  expect(read[0]).toBeLessThan(33 * 1024 * 1024);
});

/** Blocks the process, as a machine does that gives it no time. */
function holdUp(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
