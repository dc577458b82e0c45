import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { jest } from '@jest/globals';
import { WorkerKeyService } from '@marquee/contracts/media/v1/worker_key_pb';
import type { Viewer } from '@marquee/runtime/viewer';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { type ClaimedJob, jobPath, VERSION_HEADER, WORKER_VERSION } from '../remote-workers/worker-protocol.ts';
import type { MediaHarness } from './media-service.ts';
import { clipFolder } from './test-clips.ts';

export const workerKeysOf = (media: MediaHarness, viewer: Viewer = viewers.staff({ steppedUpAt: new Date() })) =>
  clientFor(media.server, WorkerKeyService, viewer);

export async function newWorkerKey(media: MediaHarness, name = 'attic') {
  const { key, secret } = await workerKeysOf(media).createWorkerKey({ requestId: media.newId(), name });
  return { id: key?.id ?? '', secret };
}

/** A checked video of the maker that waits for its transcode. */
export async function waitingFilm(media: MediaHarness, { seconds = 1, size = '320x180' } = {}) {
  const clips = await clipFolder();
  const maker = media.maker();
  const path = await clips.film('film.mp4', { size, seconds });
  const id = await media.upload(maker, { path });
  await media.checked(maker, id);
  await clips.remove();
  return { maker, id };
}

/** A result that the site takes, of one rendition and no stills. */
export const someResult = {
  renditions: [{ width: 320, height: 180, bandwidth: 200_000, codecs: 'avc1.64001f,mp4a.40.2' }],
  audio: [{ language: 'en', label: 'English', channels: 2, isDescription: false }],
  posters: 0,
};

/** The calls of a worker that has claimed a transcode, by hand. */
export async function claimedByHand(media: MediaHarness) {
  const { id: keyId, secret } = await newWorkerKey(media);
  const headers = { authorization: `Bearer ${secret}`, [VERSION_HEADER]: WORKER_VERSION };
  const call = (method: string, path: string, body?: Uint8Array<ArrayBuffer> | string) =>
    fetch(media.url(path), { method, headers, ...(body !== undefined && { body }) });
  const claimed = (await (await call('POST', '/workers/transcodes')).json()) as ClaimedJob;
  const own = jobPath(claimed);
  return {
    ...{ claimed, own, headers, keyId },
    prefix: async () => {
      const [row] = await media.platform.db.query<{ assetId: string }>(
        'SELECT asset_id FROM transcodes WHERE id = $1',
        [claimed.id],
      );
      return `renditions/${row?.assetId}/${claimed.id}/${claimed.attempt}/`;
    },
    put: (name: string, body: Uint8Array<ArrayBuffer> | string) => call('PUT', `${own}/files/${name}`, body),
    post: (what: 'result' | 'renewal' | 'failure', body: object) =>
      call('POST', `${own}/${what}`, JSON.stringify(body)),
    release: () => call('DELETE', own),
  };
}

/** The reason in the body of a refusal. */
export const reasonIn = async (response: Response) => ((await response.json()) as { reason?: string }).reason;

/** Sends the first half of a file, and the rest once `meanwhile` has happened. Returns the status of the answer. */
export async function putInHalves(
  media: MediaHarness,
  worker: { own: string; headers: Record<string, string> },
  name: string,
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const put = jest.spyOn(media.platform.blobs, 'put');
  const address = media.url(`${worker.own}/files/${name}`);
  const sent = request(address, { method: 'PUT', headers: { ...worker.headers, 'content-length': 2000 } });
  const answered = once(sent, 'response');
  sent.write(Buffer.alloc(1000));
  await eventually(() => expect(put).toHaveBeenCalled());
  put.mockRestore();
  await meanwhile();
  sent.end(Buffer.alloc(1000));
  const [response] = (await answered) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}
