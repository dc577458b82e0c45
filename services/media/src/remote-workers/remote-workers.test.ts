// @requires ffmpeg
// @inputs services/media/src

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Code } from '@connectrpc/connect';
import { TranscodeStatus } from '@marquee/contracts/media/v1/media_pb';
import { eventually } from '@marquee/testing/eventually';
import { type MediaHarness, mediaService, TRANSCODE_MS } from '../testing/media-service.ts';
import { newWorkerKey, waitingFilm, workerKeysOf } from '../testing/remote-worker-calls.ts';
import { VERSION_HEADER, WORKER_VERSION } from './worker-protocol.ts';

const SCRIPT = fileURLToPath(new URL('../remote-worker-main.ts', import.meta.url));
const started = new Set<ChildProcess>();
afterEach(() => {
  for (const worker of started) worker.kill('SIGKILL');
  started.clear();
});

/** A worker in a process of its own: it has an address and a key, and nothing of the database or the store. */
function startWorker(
  media: MediaHarness,
  secret: string,
  name: string,
  settings: Record<string, string> = {},
): ChildProcess {
  const env = {
    ...{ PATH: process.env.PATH, SITE_URL: media.url(''), WORKER_KEY: secret, X264_PRESET: 'ultrafast' },
    ...{ SCRATCH_DIR: join(media.folder, name), TRANSCODE_THREADS: '1' },
    ...settings,
  };
  const worker = fork(SCRIPT, [], { env, execArgv: ['--no-warnings'], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  started.add(worker);
  return worker;
}

async function uploaded(media: MediaHarness, seconds: number) {
  const { maker, id } = await waitingFilm(media, { size: '1280x720', seconds });
  const complete = () => media.until(maker, id, ({ transcode }) => transcode?.status === TranscodeStatus.COMPLETE);
  const begun = () => media.until(maker, id, ({ transcode }) => (transcode?.progressPercent ?? 0) > 0);
  return { maker, id, complete, begun };
}

function call(media: MediaHarness, secret: string, method: string, path: string, version = WORKER_VERSION) {
  const headers = { authorization: `Bearer ${secret}`, [VERSION_HEADER]: version };
  return fetch(media.url(path), { method, headers, ...(method === 'PUT' && { body: 'late' }) });
}

test(
  'of two workers on other machines one is killed in the middle; the other makes the film, and the report and posters are there [STU-14]',
  async () => {
    const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
    const film = await uploaded(media, 12);
    const first = startWorker(media, (await newWorkerKey(media)).secret, 'first');
    await film.begun();
    first.kill('SIGKILL');
    await once(first, 'exit');
    const { db } = media.platform;
    await db.query("UPDATE transcodes SET lease_until = lease_until - interval '6 minutes'");
    const second = await newWorkerKey(media, 'cellar');
    const worker = startWorker(media, second.secret, 'second');
    const done = await film.complete();
    expect(done.renditions).toHaveLength(3);
    expect(done.posterCandidates).toHaveLength(3);
    expect(done.quality?.soundLevels).toHaveLength(1);
    expect((await media.events()).filter((type) => type === 'TranscodeCompleted')).toHaveLength(1);
    expect(await db.query('SELECT 1 FROM transcodes WHERE attempt = 2')).toHaveLength(1);
    const { keys } = await workerKeysOf(media).listWorkerKeys({});
    expect(keys.find(({ id }) => id === second.id)).toMatchObject({ name: 'cellar', seenVersion: WORKER_VERSION });
    worker.kill('SIGTERM');
    expect(await once(worker, 'exit')).toEqual([0, null]);
  },
  3 * TRANSCODE_MS,
);

test(
  'a worker whose key is revoked ends with a clear word, its late result is refused, and another takes its transcode [STU-14]',
  async () => {
    const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
    const film = await uploaded(media, 20);
    const [cut, kept] = [await newWorkerKey(media, 'cut off'), await newWorkerKey(media, 'kept')];
    const worker = startWorker(media, cut.secret, 'cut');
    let said = '';
    worker.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await film.begun();
    const [row] = await media.platform.db.query<{ id: string }>('SELECT id FROM transcodes');
    await workerKeysOf(media).revokeWorkerKey({ keyId: cut.id });
    const other = startWorker(media, kept.secret, 'kept');
    expect((await once(worker, 'exit'))[0]).toBe(1);
    expect(said).toContain('This worker key was revoked.');
    await film.complete();
    const late = await call(media, cut.secret, 'PUT', `/workers/transcodes/${row?.id}/1/files/manifest.mpd`);
    expect(late.status).toBe(401);
    // A key that can be used has no part in the attempt of another one, nor in one that has ended.
    const foreign = await call(
      media,
      (await newWorkerKey(media)).secret,
      'GET',
      `/workers/transcodes/${row?.id}/2/source`,
    );
    expect([foreign.status, (await foreign.json()) as object]).toEqual([
      409,
      expect.objectContaining({ reason: 'LEASE_LOST' }),
    ]);
    const ended = await call(media, kept.secret, 'PUT', `/workers/transcodes/${row?.id}/2/files/manifest.mpd`);
    expect(ended.status).toBe(409);
    other.kill('SIGTERM');
  },
  3 * TRANSCODE_MS,
);

test('a worker without one of its programs ends before it claims anything [STU-14]', async () => {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  await waitingFilm(media);
  const { secret } = await newWorkerKey(media);
  const worker = startWorker(media, secret, 'bare', { PACKAGER_PATH: '/bin/true' });
  let said = '';
  worker.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  expect((await once(worker, 'exit'))[0]).toBe(1);
  expect(said).toContain('PACKAGER_PATH: /bin/true is another program');
  const rows = await media.platform.db.query('SELECT status, attempt FROM transcodes');
  expect(rows).toEqual([{ status: 'WAITING', attempt: 0 }]);
});

test('what is no worker, or one of another version, is refused with what to do [STU-14]', async () => {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  const { secret } = await newWorkerKey(media);
  const refusals = [
    [
      await call(media, secret, 'POST', '/workers/transcodes', '0'),
      409,
      'WORKER_VERSION',
      /install the release of the site/,
    ],
    [
      await call(media, `${secret.slice(0, -2)}xx`, 'POST', '/workers/transcodes'),
      401,
      'WORKER_KEY_UNKNOWN',
      /unknown/,
    ],
    [await fetch(media.url('/workers/transcodes'), { method: 'POST' }), 401, 'WORKER_KEY_UNKNOWN', /unknown/],
  ] as const;
  for (const [response, status, reason, message] of refusals) {
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ reason, message: expect.stringMatching(message) });
  }
  expect((await call(media, secret, 'POST', '/workers/transcodes')).status).toBe(204);
});

test('a worker stores only what a transcode has, and only a result that can be read [STU-14]', async () => {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  await uploaded(media, 2);
  const { secret } = await newWorkerKey(media);
  const claimed = (await (await call(media, secret, 'POST', '/workers/transcodes')).json()) as { id: string };
  const own = `/workers/transcodes/${claimed.id}/1`;
  expect((await call(media, secret, 'PUT', `${own}/files/..%2Fmanifest.mpd`)).status).toBe(400);
  expect((await call(media, secret, 'PUT', `${own}/files/worm.exe`)).status).toBe(400);
  expect((await call(media, secret, 'PUT', `${own}/files/manifest.mpd`)).status).toBe(204);
  expect((await call(media, secret, 'POST', `${own}/result`)).status).toBe(400);
  // Given back, it waits again and counts no loss.
  expect((await call(media, secret, 'DELETE', own)).status).toBe(204);
  await eventually(async () => {
    const rows = await media.platform.db.query('SELECT status, losses FROM transcodes');
    expect(rows).toEqual([{ status: 'WAITING', losses: 0 }]);
  });
});

test('only staff with the right make, see and revoke keys; the secret is shown once [STU-14:keys]', async () => {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  const refused = workerKeysOf(media, media.maker()).listWorkerKeys({});
  await expect(refused).rejects.toMatchObject({ code: Code.PermissionDenied });
  const { id, secret } = await newWorkerKey(media);
  const { keys } = await workerKeysOf(media).listWorkerKeys({});
  expect(keys).toMatchObject([{ id, name: 'attic' }]);
  const [stored] = await media.platform.db.query<{ secretHash: Buffer }>('SELECT secret_hash FROM worker_keys');
  expect(stored?.secretHash.toString()).not.toContain(secret.split('.')[1]);
  await expect(workerKeysOf(media).createWorkerKey({ requestId: media.newId(), name: ' ' })).rejects.toMatchObject({
    code: Code.InvalidArgument,
  });
  const { key } = await workerKeysOf(media).revokeWorkerKey({ keyId: id });
  expect(key?.revokedAt).toBeDefined();
  // Again it stays as it is.
  const again = await workerKeysOf(media).revokeWorkerKey({ keyId: id });
  expect(again.key?.revokedAt).toEqual(key?.revokedAt);
  await expect(workerKeysOf(media).revokeWorkerKey({ keyId: media.newId() })).rejects.toMatchObject({
    code: Code.NotFound,
  });
});
