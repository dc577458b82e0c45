// @requires s3
// @inputs services/media/src

import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { BlobStore } from '@marquee/storage/blob-store';
import { s3Blobs } from '@marquee/storage/s3-blobs';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { testS3 } from '@marquee/testing/test-s3';
import { type MediaHarness, mediaService } from '../testing/media-service.ts';
import { videoLike } from '../testing/video-like.ts';
import { CELL_BYTES } from './bucket-uploads.ts';
import { uploadBytes } from './upload-bytes.ts';

const TEST_MS = 60_000;
const PIECE_BYTES = 20_000;
const env = { TRANSCODE_WORKER: '0' };

/** Sends a file piece by piece, as a slow line does, until it is answered or cut off. */
function sendSlowly(media: MediaHarness, maker: AccountViewer, location: string, bytes: Buffer, atOnce: number) {
  const headers = { ...media.headers(maker), 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0' };
  const request = httpRequest(media.url(location), {
    method: 'PATCH',
    headers: { ...headers, 'Content-Type': 'application/offset+octet-stream', 'Content-Length': bytes.length },
  });
  let isOver = false;
  const answer = once(request, 'response').then(
    ([response]) => (response as IncomingMessage).resume(),
    () => undefined,
  );
  void answer.then(() => {
    isOver = true;
  });
  const sending = (async () => {
    request.write(bytes.subarray(0, atOnce));
    for (let at = atOnce; !isOver && at < bytes.length - PIECE_BYTES; at += PIECE_BYTES) {
      request.write(bytes.subarray(at, at + PIECE_BYTES));
      await delay(20);
    }
  })();
  return { answer, sending };
}

/** A request of another client, over a connection that stands already. */
async function connected(media: MediaHarness) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  atEnd(() => agent.destroy());
  const ask = async (path: string, options: object, body?: Buffer): Promise<IncomingMessage> => {
    const request = httpRequest(media.url(path), { agent, ...options }).end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return response;
  };
  expect((await ask('/nothing', {})).statusCode).toBe(404);
  return ask;
}

// How much is sent at once, and how much of it can be seen to be there while more is coming.
const stores: [string, () => Promise<BlobStore | undefined>, number, number][] = [
  ['a folder', async () => undefined, 200_000, 100_000],
  ['a bucket', async () => s3Blobs(await (await testS3()).bucket()), CELL_BYTES + 100_000, CELL_BYTES],
];

test.each(stores)(
  'an upload into %s that a process receives when it stops is acknowledged, and continues elsewhere from there',
  async (_, store, atOnce, seen) => {
    const blobs = await store();
    const media = await mediaService({ env, ...(blobs && { blobs }) });
    const maker = media.maker();
    const bytes = videoLike(2 * CELL_BYTES);
    const created = await media.create(maker, bytes.length);
    const location = created.headers.get('location') ?? '';
    const id = location.slice('/uploads/'.length);
    const ask = await connected(media);
    const slow = sendSlowly(media, maker, location, bytes, atOnce);
    // Asking tus would end it.
    const place = uploadBytes({ config: media.config, blobs: blobs ?? media.platform.blobs });
    await eventually(async () => (await place.received(id, bytes.length)) >= seen);

    const stopping = media.stop();
    const tus = { ...media.headers(maker), 'Tus-Resumable': '1.0.0' };
    const patch = { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
    const refused = await ask(location, { method: 'PATCH', headers: patch }, Buffer.alloc(10));
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
    const answer = await slow.answer;
    await slow.sending;
    await stopping;
    expect(answer?.statusCode).toBe(204);
    const acknowledged = Number(answer?.headers['upload-offset']);
    expect(acknowledged).toBeGreaterThan(seen);

    await media.restart();
    const head = await fetch(media.url(location), { method: 'HEAD', headers: tus });
    expect(Number(head.headers.get('upload-offset'))).toBe(acknowledged);
    expect((await media.send(maker, location, acknowledged, bytes.subarray(acknowledged))).status).toBe(204);
    await media.checked(maker, id);
    await eventually(async () => (await (blobs ?? media.platform.blobs).read(`masters/${id}/file`)).equals(bytes));
  },
  TEST_MS,
);

test('a connection that broke does not hold up the end of the process', async () => {
  const media = await mediaService({ env });
  const maker = media.maker();
  const created = await media.create(maker, 2 * PIECE_BYTES);
  const location = created.headers.get('location') ?? '';
  const headers = { ...media.headers(maker), 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0' };
  const request = httpRequest(media.url(location), {
    method: 'PATCH',
    headers: { ...headers, 'Content-Type': 'application/offset+octet-stream', 'Content-Length': 2 * PIECE_BYTES },
  });
  request.on('error', () => {});
  request.write(Buffer.alloc(PIECE_BYTES));
  const path = `${media.config.UPLOADS_DIR}/${location.slice('/uploads/'.length)}`;
  await eventually(async () => (await stat(path)).size === PIECE_BYTES);
  request.destroy();
  await new Promise((resolve) => request.once('close', resolve));
  const began = performance.now();
  await media.stop();
  // Not the five seconds that others are given.
  expect(performance.now() - began).toBeLessThan(4_000);
});
