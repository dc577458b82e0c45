import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { SetFilmAssetRequestSchema } from '@marquee/contracts/film/v1/studio_pb';
import { GetAssetResponseSchema, UploadState } from '@marquee/contracts/media/v1/media_pb';
import { fetchFrom } from '@marquee/testing/fetch-from';
import { waitFor } from '@testing-library/react';
import { startUpload } from './start-upload.ts';
import { uploadKey, uploadStore } from './upload-store.ts';

const SIZE = 3_000;
const KEPT_OF_A_REFUSED_PART = 1_000;

type Refusal = { method: string; status: number };

/** A server of tus that keeps what it is sent, and refuses what it is told to, each once and in this order. */
async function tusServer(refusals: Refusal[]) {
  const uploads: { bytes: number; length: string }[] = [];
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-methods', 'POST, HEAD, PATCH');
    response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '');
    response.setHeader('access-control-expose-headers', 'location, upload-offset, upload-length');
    if (method === 'OPTIONS') return response.writeHead(204).end();
    const sent = await lengthOf(request);
    const upload = uploads[Number(url.split('/').at(-1))];
    const refusal = refusals[0]?.method === method ? refusals.shift() : undefined;
    if (method === 'PATCH' && upload) upload.bytes += refusal ? KEPT_OF_A_REFUSED_PART : sent;
    seen.push([method, refusal?.status ?? upload?.bytes].join(' ').trim());
    if (refusal) return response.writeHead(refusal.status).end();
    if (method === 'POST') {
      uploads.push({ bytes: 0, length: String(headers['upload-length']) });
      return response.writeHead(201, { location: `/uploads/${uploads.length - 1}` }).end();
    }
    if (!upload) return response.writeHead(404).end();
    return response.writeHead(200, { 'upload-offset': upload.bytes, 'upload-length': upload.length }).end();
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const open = XMLHttpRequest.prototype.open;
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, method: string, path: string | URL) {
    const { port } = server.address() as AddressInfo;
    return open.call(this, method, new URL(path, `http://127.0.0.1:${port}`).href, true);
  };
  restore = () => {
    XMLHttpRequest.prototype.open = open;
  };
  return seen;
}

/** Media, which has checked every file, and film, which is away for so many calls about this one; gives those calls. */
async function checkedBehind(filmId: string, refusals: number) {
  const calls: string[] = [];
  const checked = create(GetAssetResponseSchema, { asset: { state: UploadState.READY } });
  await fetchFrom(async (request, response) => {
    const body = await buffer(request);
    const proto = { 'content-type': 'application/proto' };
    if (request.url?.endsWith('/GetAsset')) {
      return response.writeHead(200, proto).end(toBinary(GetAssetResponseSchema, checked));
    }
    const call = fromBinary(SetFilmAssetRequestSchema, body);
    if (call.filmId === filmId && calls.push(call.requestId) <= refusals) {
      return response.writeHead(503, { 'content-type': 'application/json' }).end('{"code":"unavailable"}');
    }
    return response.writeHead(200, proto).end();
  });
  return calls;
}
const servers: ReturnType<typeof createServer>[] = [];
let restore = () => {};

async function lengthOf(request: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of request) bytes += (chunk as Buffer).length;
  return bytes;
}

const file = () => new File([new Uint8Array(SIZE)], 'salt.mov', { lastModified: 1 });
const stepOf = (filmId: string) => uploadStore.get(uploadKey(filmId, 'FILM_VIDEO'))?.step;
const untilStep = (filmId: string, step: string) =>
  waitFor(() => expect(stepOf(filmId)).toBe(step), { timeout: 10_000 });

afterEach(() => restore());
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

test('an upload whose offset the server cannot tell waits, then resumes where it stopped [STU-11:core]', async () => {
  const seen = await tusServer([
    { method: 'PATCH', status: 503 },
    { method: 'HEAD', status: 502 },
  ]);
  await startUpload('away', 'FILM_VIDEO', file());
  await untilStep('away', 'checking');
  expect(seen).toEqual(['POST', 'PATCH 503', 'HEAD 502', 'HEAD 1000', 'PATCH 3000']);
});

test('an upload whose offset another request has moved asks for the offset [STU-11:core]', async () => {
  const seen = await tusServer([{ method: 'PATCH', status: 409 }]);
  await startUpload('further', 'FILM_VIDEO', file());
  await untilStep('further', 'checking');
  expect(seen).toEqual(['POST', 'PATCH 409', 'HEAD 1000', 'PATCH 3000']);
});

test('an upload resumes after its sender has signed in again; one that no longer exists starts again [STU-11:core]', async () => {
  const seen = await tusServer([
    { method: 'PATCH', status: 503 },
    { method: 'HEAD', status: 401 },
    { method: 'PATCH', status: 503 },
    { method: 'HEAD', status: 404 },
  ]);
  await startUpload('signed-out', 'FILM_VIDEO', file());
  await untilStep('signed-out', 'failed');
  expect(uploadStore.get(uploadKey('signed-out', 'FILM_VIDEO'))?.message).toBe('Please sign in to go on.');
  await startUpload('signed-out', 'FILM_VIDEO', file());
  await untilStep('signed-out', 'checking');
  expect(seen).toEqual([
    ...['POST', 'PATCH 503', 'HEAD 401'],
    ...['HEAD 1000', 'PATCH 503', 'HEAD 404'],
    ...['POST', 'PATCH 3000'],
  ]);
});

test('a checked file is put into its slot under one request id, though film is unavailable for a while [STU-11:core]', async () => {
  await tusServer([]);
  const calls = await checkedBehind('restarted', 3);
  await startUpload('restarted', 'FILM_VIDEO', file());
  await untilStep('restarted', 'attached');
  expect(calls).toHaveLength(4);
  expect(new Set(calls).size).toBe(1);
});
