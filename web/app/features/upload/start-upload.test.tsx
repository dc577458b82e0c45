import '../../testing/component-tests.ts';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { SetFilmAssetRequestSchema } from '@marquee/contracts/film/v1/studio_pb';
import { GetAssetResponseSchema, UploadState } from '@marquee/contracts/media/v1/media_pb';
import { MEDIA_MESSAGES, UPLOAD_LIMITS } from '@marquee/rules/media';
import { fetchFrom } from '@marquee/testing/fetch-from';
import { waitFor } from '@testing-library/react';
import { startUpload, stopUpload } from './start-upload.ts';
import { type UploadStep, uploadKey, uploadStore } from './upload-store.ts';

const SIZE = 3_000;
const KEPT_OF_A_REFUSED_PART = 1_000;

/** The connection is cut instead of an answer. */
const CUT = 0;

type Refusal = { method: string; status: number; body?: string };

/** A tus server that keeps what it is sent, and refuses the given requests, each once and in this order. */
async function tusServer(refusals: Refusal[]) {
  const uploads: { bytes: number; length: string }[] = [];
  const seen: string[] = [];
  links = [];
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
    if (refusal?.status === CUT) return response.destroy();
    if (refusal) return response.writeHead(refusal.status).end(refusal.body);
    if (method === 'POST') {
      links.push(headers['upload-link']);
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

/** Media, which has checked every file, and film, which fails so many calls about this one; returns those calls. */
async function checkedBehind(
  filmId: string,
  refusals: number,
  { asset = { state: UploadState.READY }, status = 503 } = {},
) {
  const calls: string[] = [];
  const checked = create(GetAssetResponseSchema, { asset });
  await fetchFrom(async (request, response) => {
    const body = await buffer(request);
    const proto = { 'content-type': 'application/proto' };
    if (request.url?.endsWith('/GetAsset')) {
      return response.writeHead(200, proto).end(toBinary(GetAssetResponseSchema, checked));
    }
    const call = fromBinary(SetFilmAssetRequestSchema, body);
    if (call.filmId === filmId && calls.push(call.requestId) <= refusals) {
      const code = status === 503 ? 'unavailable' : 'failed_precondition';
      return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code }));
    }
    return response.writeHead(200, proto).end();
  });
  return calls;
}
let links: unknown[] = [];
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
// Media's answer may be there before this looks.
const untilSent = (filmId: string) =>
  waitFor(() => expect(['checking', 'attached']).toContain(stepOf(filmId)), { timeout: 10_000 });

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
  await startUpload('film-down', 'FILM_VIDEO', file());
  await untilSent('film-down');
  expect(seen).toEqual(['POST', 'PATCH 503', 'HEAD 502', 'HEAD 1000', 'PATCH 3000']);
});

test('an upload whose offset another request has moved asks for the offset [STU-11:core]', async () => {
  const seen = await tusServer([{ method: 'PATCH', status: 409 }]);
  await startUpload('further', 'FILM_VIDEO', file());
  await untilSent('further');
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
  expect(uploadStore.get(uploadKey('signed-out', 'FILM_VIDEO'))?.message).toBe('Please sign in to continue.');
  await startUpload('signed-out', 'FILM_VIDEO', file());
  await untilSent('signed-out');
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

const messageOf = (filmId: string) => uploadStore.get(uploadKey(filmId, 'FILM_VIDEO'))?.message;
const FAILED = 'We failed to upload your file. Please try again later.';

test.each([
  ['with a text for the person', '{"reason":"TOO_LARGE","message":"The file is too large."}', 'The file is too large.'],
  ['with JSON that holds no text', '{"reason":"TOO_LARGE"}', FAILED],
  ['with JSON that is no object', 'null', FAILED],
  ['with what is no JSON', '<html>', FAILED],
])('an upload that is refused, %s, says why and is not tried again', async (how, body, message) => {
  const seen = await tusServer([{ method: 'POST', status: 413, body }]);
  await startUpload(how, 'FILM_VIDEO', file());
  await untilStep(how, 'failed');
  expect(messageOf(how)).toBe(message);
  expect(seen).toEqual(['POST 413']);
});

test("an upload beyond its maker's limits says so at once, and the same file goes up once there is room", async () => {
  const message = MEDIA_MESSAGES.tooManyInWork;
  const seen = await tusServer([
    { method: 'POST', status: 429, body: JSON.stringify({ reason: 'TOO_MANY_FILES_IN_WORK', message }) },
  ]);
  await checkedBehind('many', 0);
  await startUpload('many', 'FILM_VIDEO', file());
  await untilStep('many', 'failed');
  expect(messageOf('many')).toBe(message);
  await startUpload('many', 'FILM_VIDEO', file());
  await untilStep('many', 'attached');
  expect(seen).toEqual(['POST 429', 'POST', 'PATCH 3000']);
});

test('a file beyond those that may be sent at once waits for one of this tab, and then goes up [STU-11:queue]', async () => {
  const refusal = JSON.stringify({ reason: 'TOO_MANY_UPLOADS', message: MEDIA_MESSAGES.tooManyUploads });
  const refused = { method: 'POST', status: 429, body: refusal };
  const other = (step: UploadStep) =>
    uploadStore.put({
      ...{ key: uploadKey('other', 'FILM_VIDEO'), filmId: 'other', slot: 'FILM_VIDEO', fileName: 'other.mp4' },
      ...{ sentBytes: 1, totalBytes: 9, step },
    });
  const seen = await tusServer([refused, refused]);
  await checkedBehind('queued', 0);
  other('uploading');
  await startUpload('queued', 'FILM_VIDEO', file());
  await untilStep('queued', 'queued');
  other('uploading');
  expect(seen).toEqual(['POST 429']);
  other('checking');
  // Nothing of this tab holds it up any more, so that a second refusal is the maker's other uploads.
  await untilStep('queued', 'failed');
  expect(messageOf('queued')).toBe(MEDIA_MESSAGES.tooManyUploads);
  await startUpload('queued', 'FILM_VIDEO', file());
  await untilStep('queued', 'attached');
  expect(seen).toEqual(['POST 429', 'POST 429', 'POST', 'PATCH 3000']);
});

test('a queued file that is stopped does not go up', async () => {
  const body = JSON.stringify({ reason: 'TOO_MANY_UPLOADS', message: MEDIA_MESSAGES.tooManyUploads });
  const seen = await tusServer([{ method: 'POST', status: 429, body }]);
  const sending = { ...{ key: 'sending', filmId: 'sending', fileName: 'a.mp4' }, sentBytes: 1, totalBytes: 9 };
  uploadStore.put({ ...sending, slot: 'FILM_VIDEO', step: 'uploading' });
  await startUpload('stopped-early', 'FILM_VIDEO', file());
  await untilStep('stopped-early', 'queued');
  await stopUpload('stopped-early', 'FILM_VIDEO');
  uploadStore.remove('sending');
  expect(stepOf('stopped-early')).toBeUndefined();
  expect(seen).toEqual(['POST 429']);
});

test('an upload that an edge refuses for a moment is tried again', async () => {
  const seen = await tusServer([{ method: 'POST', status: 429 }]);
  await checkedBehind('edge', 0);
  await startUpload('edge', 'FILM_VIDEO', file());
  await untilStep('edge', 'attached');
  expect(seen).toEqual(['POST 429', 'POST', 'PATCH 3000']);
});

test('an upload of somebody who was signed out, whose answer has no text, says that it failed', async () => {
  await tusServer([{ method: 'POST', status: 401, body: '{}' }]);
  await startUpload('nobody', 'FILM_VIDEO', file());
  await untilStep('nobody', 'failed');
  expect(messageOf('nobody')).toBe(FAILED);
});

test('a file that the check refuses is not put into its slot, and says why', async () => {
  await tusServer([]);
  const asset = { state: UploadState.REFUSED, refusedMessage: 'This is no video.' };
  const calls = await checkedBehind('no-video', 0, { asset });
  await startUpload('no-video', 'FILM_VIDEO', file());
  await untilStep('no-video', 'refused');
  expect(messageOf('no-video')).toBe('This is no video.');
  expect(calls).toEqual([]);
});

test("a partner's file goes up by the link, is checked by it, and stays for the maker to use [STU-11:partner]", async () => {
  const seen = await tusServer([]);
  const calls = await checkedBehind('partners', 0);
  const inspected: string[] = [];
  const inspect = async (assetId: string) => {
    inspected.push(assetId);
    return { state: UploadState.READY, refusedMessage: '' };
  };
  await startUpload('partners', 'FILM_VIDEO', file(), { token: '7.signature', inspect });
  await untilStep('partners', 'attached');
  expect(seen).toEqual(['POST', 'PATCH 3000']);
  expect([links, inspected, calls]).toEqual([['7.signature'], ['0'], []]);
});

test('a file that film refuses fails at once', async () => {
  await tusServer([]);
  const calls = await checkedBehind('locked', 9, { status: 400 });
  await startUpload('locked', 'FILM_VIDEO', file());
  await untilStep('locked', 'failed');
  expect(messageOf('locked')).toBe(FAILED);
  expect(calls).toHaveLength(1);
});

test('an upload that is stopped leaves the screen; the same file continues where it stopped', async () => {
  const seen = await tusServer([
    { method: 'PATCH', status: 503 },
    { method: 'HEAD', status: 503 },
  ]);
  await checkedBehind('stopped', 0);
  await startUpload('stopped', 'FILM_VIDEO', file());
  await untilStep('stopped', 'waiting');
  await stopUpload('stopped', 'FILM_VIDEO');
  expect(stepOf('stopped')).toBeUndefined();
  await startUpload('stopped', 'FILM_VIDEO', file());
  await untilStep('stopped', 'attached');
  expect(seen).toEqual(['POST', 'PATCH 503', 'HEAD 503', 'HEAD 1000', 'PATCH 3000']);
});

const HEAD = UPLOAD_LIMITS.headBytes;
const largeFile = () => new File([new Uint8Array(HEAD + 10)], 'long.mov', { lastModified: 2 });

test('the first bytes of a large file go first, and the rest in one large part [STU-11:head]', async () => {
  const seen = await tusServer([]);
  await startUpload('large', 'FILM_VIDEO', largeFile());
  await untilSent('large');
  expect(seen).toEqual(['POST', `PATCH ${HEAD}`, `PATCH ${HEAD + 10}`]);
});

test('a file whose first bytes are refused says why, and sends no more [STU-11:head]', async () => {
  const message = 'This file is not a video, whatever its name says.';
  const body = JSON.stringify({ reason: 'NOT_A_VIDEO', message });
  const seen = await tusServer([{ method: 'PATCH', status: 400, body }]);
  await startUpload('no-film', 'FILM_VIDEO', largeFile());
  await untilStep('no-film', 'failed');
  expect(messageOf('no-film')).toBe(message);
  expect(seen).toEqual(['POST', 'PATCH 400']);
});

test('without a network an upload waits for it, and continues by itself when it is back [STU-11:offline]', async () => {
  const online = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine') as PropertyDescriptor;
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
  // The browser reports each cut connection.
  console.error = (...parts) => expect(String(parts[0])).toContain('socket hang up');
  const seen = await tusServer([
    { method: 'PATCH', status: CUT },
    { method: 'HEAD', status: CUT },
  ]);
  await startUpload('train', 'FILM_VIDEO', file());
  await waitFor(() => expect([seen.length, stepOf('train')]).toEqual([3, 'offline']), { timeout: 10_000 });
  Object.defineProperty(navigator, 'onLine', online);
  window.dispatchEvent(new Event('online'));
  await untilSent('train');
  expect(seen.filter((line) => line.startsWith('PATCH'))).toEqual(['PATCH 0', `PATCH ${SIZE}`]);
});
