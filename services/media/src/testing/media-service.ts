import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@connectrpc/connect';
import { type Asset, MediaService, UploadState } from '@marquee/contracts/media/v1/media_pb';
import { PlaybackService } from '@marquee/contracts/media/v1/playback_pb';
import { newId } from '@marquee/data/ids';
import { loadConfig } from '@marquee/runtime/config';
import type { Locks } from '@marquee/runtime/locks';
import type { AccountViewer, Viewer } from '@marquee/runtime/viewer';
import { issueViewerToken } from '@marquee/runtime/viewer-token';
import type { BlobStore } from '@marquee/storage/blob-store';
import { atEnd } from '@marquee/testing/cleanup';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { viewerKey } from '@marquee/testing/test-keys';
import { type TestPlatform, type TestPlatformOptions, testPlatform } from '@marquee/testing/test-platform';
import { viewers } from '@marquee/testing/viewers';
import { mediaConfig } from '../config.ts';
import { media } from '../service.ts';
import { startFilmDouble } from './film-double.ts';

export const TRANSCODE_MS = 100_000;
// A maker may ask 600 times a minute.
const POLL_MS = 150;

const running = new Set<() => Promise<void>>();

// Consumers of one group share the events of the file's bus: only the service of the running test may take them.
afterEach(async () => {
  for (const stop of running) await stop();
  running.clear();
});

type Options = TestPlatformOptions & {
  env?: Record<string, string>;
  /** In place of a folder of the disk. */
  blobs?: BlobStore;
  locks?: Locks;
  /** A service whose database and blobs this one shares: another replica of it. */
  besides?: { platform: TestPlatform };
};
export type UploadInput = { path?: string; bytes?: Buffer; name?: string; slot?: string; filmId?: string };
export type MediaHarness = Awaited<ReturnType<typeof mediaService>>;

/** Media with everything real, and what a maker's browser does with it. */
export async function mediaService(options: Options = {}) {
  const given = options.besides?.platform ?? (await testPlatform('media', { ...options }));
  const filmDouble = await startFilmDouble(given);
  atEnd(() => filmDouble.stop());
  const platform = {
    ...given,
    blobs: options.blobs ?? given.blobs,
    locks: options.locks ?? given.locks,
    addresses: { ...given.addresses, film: filmDouble.address },
  };
  const folder = await mkdtemp(join(tmpdir(), 'media-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const config = loadConfig(mediaConfig, {
    PATH: process.env.PATH,
    UPLOADS_DIR: join(folder, 'uploads'),
    SCRATCH_DIR: join(folder, 'scratch'),
    PLAYBACK_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    PROTECTION_KEYS: `p1:${Buffer.alloc(32, 2).toString('base64')}`,
    CURSOR_KEY: 'c'.repeat(32),
    UPLOAD_LINK_KEY: 'l'.repeat(32),
    X264_PRESET: 'ultrafast',
    TRANSCODE_THREADS: '1',
    ...options.env,
  });
  let server = await media.start(config, platform);
  let isRunning = true;
  const stop = async () => {
    if (isRunning) await server.drain();
    isRunning = false;
  };
  running.add(stop);

  const url = (path: string) => `http://127.0.0.1:${server.httpPort}${path}`;
  const headers = (viewer: Viewer): Record<string, string> =>
    viewer.kind === 'account' ? { 'viewer-token': tokenOf(viewer, platform.clock.now()) } : {};

  function rpc(viewer: Viewer): Client<typeof MediaService> {
    return clientFor(server, MediaService, viewer);
  }

  /** tus by hand: creates an upload and answers its address. */
  async function create(viewer: Viewer, size: number, input: UploadInput = {}): Promise<Response> {
    const { name = 'film.mp4', slot = 'FILM_VIDEO', filmId = '' } = input;
    const entry = (key: string, value: string) => `${key} ${Buffer.from(value).toString('base64')}`;
    const metadata = [entry('filename', name), entry('slot', slot), entry('filmId', filmId)].join(',');
    const tus = { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(size), 'Upload-Metadata': metadata };
    return fetch(url('/uploads'), { method: 'POST', headers: { ...headers(viewer), ...tus } });
  }

  function send(viewer: Viewer, location: string, offset: number, body: Buffer): Promise<Response> {
    const tus = { 'Tus-Resumable': '1.0.0', 'Upload-Offset': String(offset) };
    const about = { ...headers(viewer), ...tus, 'Content-Type': 'application/offset+octet-stream' };
    return fetch(url(location), { method: 'PATCH', headers: about, body: new Uint8Array(body) });
  }

  async function upload(viewer: Viewer, input: UploadInput): Promise<string> {
    const bytes = input.bytes ?? (await readFile(input.path ?? ''));
    const created = await create(viewer, bytes.length, input);
    const location = created.headers.get('location');
    if (created.status !== 201 || !location) throw new Error(`${created.status} ${await created.text()}`);
    const sent = await send(viewer, location, 0, bytes);
    if (sent.status !== 204) throw new Error(`${sent.status} ${await sent.text()}`);
    return location.slice('/uploads/'.length);
  }

  /** Waits until the asset is as asked; fails at once when its check or transcode has failed instead. */
  async function until(viewer: Viewer, assetId: string, is: (asset: Asset) => boolean): Promise<Asset> {
    return eventually(async () => {
      const { asset } = await rpc(viewer).getAsset({ assetId });
      if (asset && is(asset)) return asset;
      await delay(POLL_MS);
      throw new Error(`The asset is ${JSON.stringify(asset, noBigInts)}`);
    }, TRANSCODE_MS);
  }

  return {
    platform,
    config,
    folder,
    url,
    headers,
    rpc,
    create,
    send,
    upload,
    until,
    stop,
    get server() {
      return server;
    },
    /** As a process that ended and came back: what is on the disk and in the database stays. */
    async restart() {
      await stop();
      server = await media.start(config, platform);
      isRunning = true;
    },
    films: filmDouble.films,
    film: () => clientFor(server, PlaybackService, viewers.service('film')),
    checked: (viewer: Viewer, id: string) =>
      until(viewer, id, ({ state }) => state === UploadState.READY || state === UploadState.REFUSED),
    /** The events of the asset in the order of the outbox. */
    async events(): Promise<string[]> {
      const rows = await platform.db.query<{ type: string }>('SELECT type FROM outbox ORDER BY seq');
      return rows.map(({ type }) => type.replace('events.v1.', ''));
    },
    maker: () => viewers.entertainmentPro(),
    newId,
  };
}

function tokenOf(viewer: AccountViewer, now: Date): string {
  return issueViewerToken(viewerKey, viewer, now).token;
}

const noBigInts = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
