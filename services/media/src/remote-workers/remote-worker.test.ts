// @requires ffmpeg
// @inputs services/media/src

import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { TranscodeStatus } from '@marquee/contracts/media/v1/media_pb';
import { createLogger } from '@marquee/runtime/log';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { type MediaHarness, mediaService, TRANSCODE_MS } from '../testing/media-service.ts';
import { proxyBefore } from '../testing/proxy-before.ts';
import { claimedByHand, newWorkerKey, waitingFilm } from '../testing/remote-worker-calls.ts';
import { testTools } from '../testing/test-clips.ts';
import type { MediaTools } from '../transcode/media-tools.ts';
import { runRemoteWorker } from './remote-worker.ts';
import { siteCalls } from './site-port.ts';

const withoutWorkers = { env: { TRANSCODE_WORKER: '0' } };
const log = createLogger({ service: 'remote worker', level: 'silent' });
const impatient = { pollMs: 100, afterTroubleMs: 100, retryPauseMs: 50, retryForMs: 500 };

/** A worker in this process. `ended` rejects when the site refuses it. */
async function startWorker(media: MediaHarness, options: { url?: string; tools?: MediaTools } = {}) {
  const { url = media.url(''), tools = testTools() } = options;
  const scratchDir = join(media.folder, media.newId());
  await mkdir(scratchDir, { recursive: true });
  const stopping = new AbortController();
  const { secret } = await newWorkerKey(media);
  const worker = { site: { url, key: secret }, tools, scratchDir, log, ...impatient };
  let ended: 'running' | 'stopped' | 'refused' = 'running';
  const running = runRemoteWorker(worker, stopping.signal).then(
    () => {
      ended = 'stopped';
    },
    () => {
      ended = 'refused';
    },
  );
  const stop = async () => {
    stopping.abort();
    await running;
  };
  atEnd(stop);
  return { stop, state: () => ended };
}

function refuse(response: ServerResponse, status: number, body: string): true {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  return true;
}
const isPut = ({ method }: IncomingMessage) => method === 'PUT';
const rowOf = async (media: MediaHarness) =>
  (await media.platform.db.query('SELECT status, attempt, losses, error_reason FROM transcodes'))[0];

test(
  'a refusal of one film fails that film, and its worker continues [STU-14]',
  async () => {
    const media = await mediaService(withoutWorkers);
    const first = await waitingFilm(media);
    let refused = 0;
    const url = await proxyBefore(media.url(''), (request, response) => {
      if (!isPut(request) || refused > 0) return false;
      refused += 1;
      return refuse(response, 400, JSON.stringify({ reason: 'BAD_WORK', message: 'No.' }));
    });
    const worker = await startWorker(media, { url });
    await eventually(async () => {
      expect(await rowOf(media)).toMatchObject({ status: 'ERROR', errorReason: 'TRANSCODE_FAILED' });
    }, TRANSCODE_MS);
    await media.rpc(first.maker).startTranscode({ requestId: media.newId(), assetId: first.id });
    await media.until(first.maker, first.id, ({ transcode }) => transcode?.status === TranscodeStatus.COMPLETE);
    expect(worker.state()).toBe('running');
    await worker.stop();
  },
  2 * TRANSCODE_MS,
);

test(
  'a status of a proxy, without a reason, is tried again [STU-14]',
  async () => {
    const media = await mediaService(withoutWorkers);
    const { maker, id } = await waitingFilm(media);
    let [calls, puts] = [0, 0];
    const url = await proxyBefore(media.url(''), (request, response) => {
      calls += 1;
      if (isPut(request)) puts += 1;
      return calls === 1 || puts === 1 ? refuse(response, 403, '<html>') : false;
    });
    const worker = await startWorker(media, { url });
    await media.until(maker, id, ({ transcode }) => transcode?.status === TranscodeStatus.COMPLETE);
    expect(await rowOf(media)).toMatchObject({ attempt: 1, losses: 0 });
    expect(worker.state()).toBe('running');
    await worker.stop();
  },
  TRANSCODE_MS,
);

test('a download that broke off is right also where its rest is answered with the whole file [STU-14]', async () => {
  const media = await mediaService(withoutWorkers);
  const film = await waitingFilm(media);
  const { claimed, headers } = await claimedByHand(media);
  const whole = await media.platform.blobs.read(`masters/${film.id}/file`);
  let downloads = 0;
  const url = await proxyBefore(media.url(''), ({ url: path = '' }, response) => {
    if (!path.endsWith('/source')) return false;
    downloads += 1;
    response.writeHead(200, { 'Content-Length': whole.length });
    if (downloads === 1) response.write(whole.subarray(0, 1000), () => setImmediate(() => response.destroy()));
    else response.end(whole);
    return true;
  });
  const key = headers.authorization.replace('Bearer ', '');
  const folder = join(media.folder, 'download');
  await mkdir(folder);
  const port = siteCalls({ url, key }, impatient).port(claimed);
  const { path } = await port.source(folder, AbortSignal.timeout(20_000));
  expect(downloads).toBe(2);
  expect((await readFile(path)).equals(whole)).toBe(true);
});

test(
  'a worker that cannot reach the site for too long returns its film uncounted, and makes it afterwards [STU-14]',
  async () => {
    const media = await mediaService(withoutWorkers);
    const { maker, id } = await waitingFilm(media);
    let isReached = false;
    const url = await proxyBefore(media.url(''), ({ method, url: path = '' }, response) => {
      if (isReached || method === 'DELETE' || path === '/workers/transcodes') return false;
      response.destroy();
      return true;
    });
    const worker = await startWorker(media, { url });
    await eventually(async () => {
      expect(await rowOf(media)).toMatchObject({ attempt: 3, losses: 0 });
    }, 20_000);
    isReached = true;
    await media.until(maker, id, ({ transcode }) => transcode?.status === TranscodeStatus.COMPLETE);
    expect(await rowOf(media)).toMatchObject({ losses: 0 });
    await worker.stop();
  },
  TRANSCODE_MS,
);

test('a worker holds its film for five minutes, and a renewal that gets no answer is repeated [STU-14]', async () => {
  const media = await mediaService(withoutWorkers);
  await waitingFilm(media);
  const { claimed, headers } = await claimedByHand(media);
  const heldS = async () => {
    const text = 'SELECT extract(epoch FROM lease_until - now())::float8 AS held FROM transcodes';
    return (await media.platform.db.query<{ held: number }>(text))[0]?.held ?? 0;
  };
  expect(claimed.leaseMs).toBe(300_000);
  expect(await heldS()).toBeGreaterThan(280);
  await media.platform.db.query("UPDATE transcodes SET lease_until = now() + interval '5 seconds'");
  let renewals = 0;
  const url = await proxyBefore(media.url(''), (_request, response) => {
    renewals += 1;
    return renewals < 3 ? refuse(response, 502, '') : false;
  });
  const key = headers.authorization.replace('Bearer ', '');
  expect(await siteCalls({ url, key }, impatient).renew(claimed, 10, AbortSignal.timeout(20_000))).toBe(true);
  expect(renewals).toBe(3);
  expect(await heldS()).toBeGreaterThan(280);
});

test.each([
  ['disk is full', 'echo "No space left on device" >&2; exit 1'],
  ['program is gone', 'exit 127'],
])(
  'a worker whose %s returns its film uncounted, and another makes it [STU-14]',
  async (_trouble, script) => {
    const media = await mediaService(withoutWorkers);
    const { maker, id } = await waitingFilm(media);
    const ffmpeg = join(media.folder, 'ffmpeg');
    await writeFile(ffmpeg, `#!/bin/sh\n${script}\n`);
    await chmod(ffmpeg, 0o755);
    const broken = await startWorker(media, { tools: { ...testTools(), ffmpeg } });
    await eventually(async () => {
      expect(Number((await rowOf(media))?.attempt)).toBeGreaterThan(3);
      expect(await rowOf(media)).toMatchObject({ losses: 0, errorReason: null });
    }, 20_000);
    await broken.stop();
    // A claim that was under way when it stopped is returned too.
    expect(await rowOf(media)).toMatchObject({ status: 'WAITING', losses: 0, errorReason: null });
    const other = await startWorker(media);
    await media.until(maker, id, ({ transcode }) => transcode?.status === TranscodeStatus.COMPLETE);
    await other.stop();
  },
  TRANSCODE_MS,
);
