import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { closeOnceAnswered } from './close-once-answered.ts';

async function clientOf(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 60_000 }, (request, response) => {
    closeOnceAnswered(request, response);
    answer(request, response);
  });
  const socket = connect(await listenLocally(server), '127.0.0.1').setEncoding('latin1');
  atEnd(() => {
    socket.destroy();
    server.close();
  });
  const seen = { text: '', closed: false };
  socket.on('data', (chunk) => (seen.text += chunk));
  socket.on('close', () => (seen.closed = true));
  socket.on('error', () => {});
  return { socket, seen };
}
const refuse = (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(403).end('refused');

test('a client that keeps sending after its refusal reads it and is closed', async () => {
  const { socket, seen } = await clientOf(refuse);
  socket.write('PATCH /uploads/x HTTP/1.1\r\nhost: a\r\ncontent-length: 20000000000\r\n\r\n');
  const sending = setInterval(() => seen.closed || socket.write('more'), 20);
  atEnd(() => clearInterval(sending));
  await eventually(() => expect(seen).toEqual({ text: expect.stringContaining('refused'), closed: true }));
});

test('a connection whose requests arrive whole stays', async () => {
  const { socket, seen } = await clientOf(refuse);
  for (let count = 1; count <= 2; count += 1) {
    socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\nbody');
    await eventually(() => expect(seen.text.match(/refused/g)).toHaveLength(count));
  }
  expect(seen.closed).toBe(false);
});

test('so is one whose handler stops reading in the middle', async () => {
  const { socket, seen } = await clientOf(async (request, response) => {
    for await (const _part of request) break;
    response.writeHead(413).end('too large');
  });
  socket.write('POST /errors HTTP/1.1\r\nhost: a\r\ncontent-length: 200000\r\n\r\nmore');
  await eventually(() => expect(seen.closed).toBe(true));
});
