import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { FILM_DETAILS } from '@marquee/testing/film-details';
import { type Browser, NotAcknowledgedError } from './browser.ts';
import type { Kind } from './records.ts';
import { ownBytes, type Slot, type Uploaded, upload } from './uploads.ts';

const run = promisify(execFile);

/** The files that makers upload. */
export type Files = { film: Buffer; trailer: Buffer; poster: Buffer; still: Buffer };

const FILM_SECONDS = 8;
const TRAILER_SECONDS = 2;
const SETTLED_MS_MAX = 120_000;
const POLL_MS = 400;

export async function makeFiles(dir: string): Promise<Files> {
  const folder = join(dir, 'files');
  await mkdir(folder);
  const make = async (name: string, how: string[]) => {
    const path = join(folder, name);
    await run('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...how, path]);
    return readFile(path);
  };
  const video = (name: string, seconds: number, size: string) =>
    make(name, [
      ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=24:duration=${seconds}`],
      ...['-f', 'lavfi', '-i', `sine=frequency=330:sample_rate=48000:duration=${seconds}`],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '48', '-c:a', 'aac', '-shortest'],
    ]);
  const picture = (name: string, size: string) =>
    make(name, ['-f', 'lavfi', '-i', `mandelbrot=size=${size}:rate=1`, '-frames:v', '1']);
  return {
    film: await video('film.mp4', FILM_SECONDS, '640x360'),
    trailer: await video('trailer.mp4', TRAILER_SECONDS, '320x180'),
    poster: await picture('poster.png', '160x240'),
    still: await picture('still.png', '320x180'),
  };
}

export async function createFilm(maker: Browser, kind: Kind, filmTitle: string): Promise<string> {
  const body = { requestId: randomUUID(), filmTitle, projectType: 'PROJECT_TYPE_SHORT' };
  type Created = { film: { film: { id: string } } };
  return (await maker.persist<Created>(kind, 'film.v1.StudioService/CreateFilm', body)).film.film.id;
}

type Asset = { state?: string; refusedMessage?: string; transcode?: { status?: string; errorMessage?: string } };

/** Waits for the check of a file, or for its transcode. */
export async function untilAsset(maker: Browser, assetId: string, isReady: (asset: Asset) => boolean): Promise<void> {
  const deadline = performance.now() + SETTLED_MS_MAX;
  for (;;) {
    const answer = await maker.call<{ asset: Asset }>('upload', 'media.v1.MediaService/GetAsset', { assetId });
    const asset = answer?.asset;
    if (asset && isReady(asset)) return;
    const failed = asset?.state === 'UPLOAD_STATE_REFUSED' || asset?.transcode?.status === 'TRANSCODE_STATUS_ERROR';
    if (failed) throw new NotAcknowledgedError(`${maker.name}: a good file was refused: ${JSON.stringify(asset)}`);
    if (performance.now() > deadline) throw new NotAcknowledgedError(`${maker.name}: a file is not ready: ${assetId}`);
    await delay(POLL_MS);
  }
}

export const isChecked = ({ state }: Asset) => state === 'UPLOAD_STATE_READY';
export const isTranscoded = ({ transcode }: Asset) => transcode?.status === 'TRANSCODE_STATUS_COMPLETE';

/** Uploads a file into a slot of a film. */
export async function fill(
  maker: Browser,
  file: { bytes: Buffer; filmId: string; slot: Slot; everyMs?: number },
): Promise<Uploaded> {
  const uploaded = await upload(maker, file);
  await untilAsset(maker, uploaded.assetId, isChecked);
  const body = {
    requestId: randomUUID(),
    filmId: file.filmId,
    kind: `ASSET_KIND_${file.slot}`,
    mediaId: uploaded.assetId,
  };
  await maker.persist('upload', 'film.v1.StudioService/SetFilmAsset', body);
  return uploaded;
}

/** A complete, published film that staff have not approved yet. */
export async function newFilm(maker: Browser, files: Files, title: string): Promise<{ id: string; files: Uploaded[] }> {
  const id = await createFilm(maker, 'upload', title);
  const slots = [
    ['FILM_VIDEO', ownBytes(files.film)],
    ['TRAILER_VIDEO', ownBytes(files.trailer, 1_000)],
    ['POSTER_IMAGE', files.poster],
    ['TRAILER_IMAGE', files.still],
  ] as const;
  const sent: Uploaded[] = [];
  for (const [slot, bytes] of slots) sent.push(await fill(maker, { bytes, filmId: id, slot, everyMs: 0 }));
  const edit = { requestId: randomUUID(), filmId: id, ...FILM_DETAILS };
  await maker.persist('edit', 'film.v1.StudioService/UpdateFilm', edit);
  for (const { assetId, isVideo } of sent) if (isVideo) await untilAsset(maker, assetId, isTranscoded);
  await untilPublished(maker, id);
  return { id, files: sent };
}

// The film service learns of the video by an event.
async function untilPublished(maker: Browser, filmId: string): Promise<void> {
  const deadline = performance.now() + SETTLED_MS_MAX;
  for (;;) {
    const body = { requestId: randomUUID(), filmId };
    if (await maker.call('publish', 'film.v1.StudioService/PublishFilm', body)) return;
    if (performance.now() > deadline) throw new NotAcknowledgedError('a film could not be published');
    await delay(POLL_MS);
  }
}
