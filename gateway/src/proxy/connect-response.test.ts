import { createServer, type ServerResponse } from 'node:http';
import { createRegistry } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { beginStream, endStream, envelope, writeHttpRefusal, writeUnary, writeUnaryError } from './connect-response.ts';

/** The response that a browser receives. */
async function received(write: (response: ServerResponse) => void): Promise<Response> {
  const server = createServer((_request, response) => write(response));
  const port = await listenLocally(server);
  atEnd(() => void server.close());
  return fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } });
}
const named = ({ headers }: Response, ...names: string[]) => names.map((name) => headers.get(name));

const registry = createRegistry();
const headers = new Map([['x-kind', ['film']]]);
const trailers = new Map([['x-cost', ['1', '2']]]);
const OWN = ['cache-control', 'x-content-type-options'];
const PRIVATE = ['private, no-store', 'nosniff'];

test('an answer carries its headers, its trailers and the rules of its storage', async () => {
  const response = await received((to) => writeUnary(to, true, Buffer.from('{}'), headers, trailers));
  expect(named(response, 'x-kind', 'trailer-x-cost', 'content-type', 'content-length', ...OWN)).toEqual([
    ...['film', '1, 2', 'application/json', '2', ...PRIVATE],
  ]);
  expect(await response.text()).toBe('{}');
  const binary = await received((to) => writeUnary(to, false, Buffer.from('x'), new Map(), new Map()));
  expect(named(binary, 'content-type')).toEqual(['application/proto']);
});

test('a service may allow that its answer is stored', async () => {
  const stored = new Map([['cache-control', ['public, max-age=60']]]);
  const response = await received((to) => writeUnary(to, true, Buffer.from('{}'), stored, new Map()));
  expect(named(response, 'cache-control')).toEqual(['public, max-age=60']);
});

test('so does a refusal', async () => {
  const error = new ConnectError('no such film', Code.NotFound);
  const response = await received((to) => writeUnaryError(to, error, registry, headers, trailers));
  expect(response.status).toBe(404);
  expect(named(response, 'x-kind', 'trailer-x-cost', 'content-type', 'content-length', ...OWN)).toEqual([
    ...['film', '1, 2', 'application/json', '45', ...PRIVATE],
  ]);
  expect(await response.json()).toEqual({ code: 'not_found', message: 'no such film' });
});

test('a request that is not Connect’s is refused without a body', async () => {
  const response = await received((to) => writeHttpRefusal(to, { status: 405, headers: { allow: 'POST' } }));
  expect(response.status).toBe(405);
  expect(named(response, 'allow', 'content-length', ...OWN)).toEqual(['POST', '0', ...PRIVATE]);
});

test('a stream begins before its first message', async () => {
  const response = await received((to) => {
    beginStream(to, true, headers);
    atEnd(() => void to.end());
  });
  expect(named(response, 'x-kind')).toEqual(['film']);
});

test('a stream is not buffered; its end carries the trailers, and the error if there is one', async () => {
  const written = async (error?: ConnectError) => {
    const response = await received((to) => {
      beginStream(to, true, headers);
      to.write(envelope(Buffer.from('{"a":1}')));
      endStream(to, error, trailers, registry);
    });
    expect(named(response, 'x-kind', 'content-type', 'x-accel-buffering', ...OWN)).toEqual([
      ...['film', 'application/connect+json', 'no', ...PRIVATE],
    ]);
    const body = Buffer.from(await response.arrayBuffer());
    expect(body.subarray(0, 12)).toEqual(Buffer.from('\0\0\0\0\x07{"a":1}'));
    const end = body.subarray(12);
    expect([end.readUInt8(0), end.readUInt32BE(1)]).toEqual([0b10, end.length - 5]);
    return JSON.parse(end.subarray(5).toString());
  };
  expect(await written()).toEqual({ metadata: { 'x-cost': ['1, 2'] } });
  expect(await written(new ConnectError('later', Code.Unavailable))).toEqual({
    error: { code: 'unavailable', message: 'later' },
    metadata: { 'x-cost': ['1, 2'] },
  });
  const binary = await received((to) => {
    beginStream(to, false, new Map());
    to.end();
  });
  expect(named(binary, 'content-type')).toEqual(['application/connect+proto']);
});
