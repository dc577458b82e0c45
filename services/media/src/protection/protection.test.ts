// @requires ffmpeg
// @inputs services/media/src

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Code } from '@connectrpc/connect';
import { ProtectionStatus, TranscodeStatus } from '@marquee/contracts/media/v1/media_pb';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { jwtDecrypt } from 'jose';
import { type MediaHarness, mediaService, TRANSCODE_MS } from '../testing/media-service.ts';
import { type ClipFolder, clipFolder } from '../testing/test-clips.ts';

const run = promisify(execFile);

let clips: ClipFolder;
beforeAll(async () => {
  clips = await clipFolder();
});
afterAll(() => clips.remove());

const isProtection = (status: ProtectionStatus) => (asset: { protection?: { status: ProtectionStatus } | undefined }) =>
  asset.protection?.status === status;

async function preparedFilm({ seconds, ...options }: Parameters<typeof mediaService>[0] & { seconds: number }) {
  const media = await mediaService(options);
  const maker = media.maker();
  const assetId = await media.upload(maker, { path: await clips.film(`film-${seconds}.mp4`, { seconds }) });
  await media.until(maker, assetId, ({ transcode }) => transcode?.status === TranscodeStatus.COMPLETE);
  const filmId = media.newId();
  media.films.set(filmId, { ownerId: maker.accountId });
  await media.film().bindAsset({ assetId, filmId });
  const sign = () => media.film().signPlayback({ assetId, filmId, sessionId: maker.sessionId });
  return { media, maker, assetId, filmId, sign };
}

async function blobsOf(media: MediaHarness, assetId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of media.platform.blobs.list(`renditions/${assetId}/`)) keys.push(key);
  return keys;
}

/** Checksums of the frames that ffmpeg decodes of what the address serves, put together as a thief would. */
async function decodedFrames(media: MediaHarness, baseUrl: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'protected-'));
  const read = async (file: string) => fetch(media.url(`${baseUrl}${file}`));
  try {
    const name = /(video-[a-z0-9]+)\.m3u8/.exec(await (await read('master.m3u8')).text())?.[1];
    const playlist = await (await read(`${name}.m3u8`)).text();
    const files = [`${name}-init.mp4`, ...playlist.split('\n').filter((line) => line.endsWith('.m4s'))];
    const parts = await Promise.all(files.map(async (file) => Buffer.from(await (await read(file)).arrayBuffer())));
    const path = join(folder, 'film.mp4');
    await writeFile(path, Buffer.concat(parts));
    const args = ['-v', 'quiet', '-i', path, '-f', 'framecrc', '-'];
    const { stdout } = await run('ffmpeg', args, { maxBuffer: 64 * 1024 * 1024 }).catch(
      (error: { stdout: string }) => error,
    );
    const lines = stdout.split('\n').filter((line) => line.startsWith('0,'));
    return lines.map((line) => line.split(',').at(-1)?.trim() ?? '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test(
  'a video is encrypted without encoding it again, no clear segment is left, and its keys open it; it can be deleted [STU-07] [ENT-12]',
  async () => {
    // Two segments of each track.
    const { media, maker, assetId, sign } = await preparedFilm({ seconds: 9 });
    const { asset: before } = await media.rpc(maker).getAsset({ assetId });
    expect(before?.protection?.status ?? ProtectionStatus.UNSPECIFIED).toBe(ProtectionStatus.UNSPECIFIED);
    const clear = await sign();
    const frames = await decodedFrames(media, clear.baseUrl);
    expect(frames.length).toBeGreaterThan(200);
    await expect(media.film().issueLicence({ assetId })).rejects.toMatchObject({ reason: 'NOT_PROTECTED' });

    const { asset: started } = await media.rpc(maker).startProtection({ assetId, requestId: media.newId() });
    expect(started?.protection).toMatchObject({ status: ProtectionStatus.IN_PROGRESS, removing: false });
    const done = await media.until(maker, assetId, isProtection(ProtectionStatus.COMPLETED));
    expect(done.transcode).toMatchObject({
      ...{ status: TranscodeStatus.COMPLETE, uri: 'master.m3u8', completedAt: expect.anything() },
    });
    expect(done.posterCandidates).toHaveLength(3);
    const [step, ...earlier] = done.protection?.history ?? [];
    expect([step?.status, earlier]).toEqual([ProtectionStatus.COMPLETED, []]);
    expect(step?.completedAt).toBeDefined();
    expect(step?.keyId).toMatch(/^[0-9a-f]{32}$/);

    // The clear version is refused at once, and its segments are deleted.
    expect((await fetch(media.url(`${clear.baseUrl}master.m3u8`))).status).toBe(404);
    const shielded = await sign();
    expect(shielded.licenceServers).toEqual([]);
    const playback = { assetId, filmId: media.newId(), playbackSessionId: 'playback' };
    await expect(media.film().issueLicence(playback)).rejects.toMatchObject({ reason: 'NO_LICENCE_SERVER' });
    const version = shielded.baseUrl.split('/')[3];
    expect(version).not.toBe(clear.baseUrl.split('/')[3]);
    await eventually(async () => {
      const keys = await blobsOf(media, assetId);
      expect(keys.filter((key) => !key.includes(`/${version}/`))).toEqual([]);
    });

    const { keys } = await media.film().issueLicence({ assetId });
    const [video, audio] = keys.map(({ key }) => Buffer.from(key, 'base64url'));
    expect(Buffer.from(keys[0]?.keyId ?? '', 'base64url').toString('hex')).toBe(step?.keyId);
    const seen = await decodedFrames(media, shielded.baseUrl);
    expect(seen.filter((frame) => frames.includes(frame))).toEqual([]);
    const mpd = await (await fetch(media.url(`${shielded.baseUrl}manifest.mpd`))).text();
    expect(mpd).toContain('urn:mpeg:dash:mp4protection:2011');
    expect(mpd).toContain('value="cbcs"');
    expect(await (await fetch(media.url(`${shielded.baseUrl}thumbnails.vtt`))).text()).toContain('WEBVTT');
    expect(await media.events()).toContain('ProtectionChanged');
    // At rest the keys are sealed.
    const rows = await media.platform.db.query<{ sealedKeys: object }>('SELECT sealed_keys FROM protections');
    const stored = JSON.stringify(rows);
    for (const key of [video, audio]) {
      for (const text of [key?.toString('base64'), key?.toString('hex')]) expect(stored).not.toContain(text);
    }

    // Starting it again changes nothing; deleting it brings the clear film back, frame for frame.
    await media.rpc(maker).startProtection({ assetId, requestId: media.newId() });
    expect((await sign()).baseUrl).toContain(version);
    const { asset: removing } = await media.rpc(maker).deleteProtection({ assetId });
    expect(removing?.protection).toMatchObject({ status: ProtectionStatus.IN_PROGRESS, removing: true });
    const open = await media.until(maker, assetId, isProtection(ProtectionStatus.UNSPECIFIED));
    expect(open.transcode?.status).toBe(TranscodeStatus.COMPLETE);
    const { asset: after } = await media.rpc(maker).getAsset({ assetId });
    expect(after?.protection?.history.map(({ removing, status }) => [removing, status])).toEqual([
      [true, ProtectionStatus.COMPLETED],
      [false, ProtectionStatus.COMPLETED],
    ]);
    expect(await decodedFrames(media, (await sign()).baseUrl)).toEqual(frames);
    await expect(media.film().issueLicence({ assetId })).rejects.toMatchObject({ reason: 'NOT_PROTECTED' });
  },
  2 * TRANSCODE_MS,
);

test(
  'a video of a protected film plays only once it is encrypted, and again after its renditions were made again',
  async () => {
    const { media, maker, assetId, filmId } = await preparedFilm({ seconds: 1 });
    const sign = () => media.film().signPlayback({ assetId, filmId, sessionId: '' });
    const bound = await media.film().bindAsset({ assetId, filmId, protect: true });
    expect(bound.playableVersion).toBe('');
    expect(bound.asset?.protection?.status).toBe(ProtectionStatus.IN_PROGRESS);
    await expect(sign()).rejects.toMatchObject({ reason: 'ASSET_NOT_READY' });
    await media.until(maker, assetId, isProtection(ProtectionStatus.COMPLETED));
    await sign();

    const own = media.rpc(maker);
    await own.deleteTranscode({ assetId });
    await own.startTranscode({ assetId, requestId: media.newId() });
    const again = await media.until(maker, assetId, isProtection(ProtectionStatus.COMPLETED));
    expect(again.protection?.history).toHaveLength(2);
    const { baseUrl } = await sign();
    expect(await (await fetch(media.url(`${baseUrl}manifest.mpd`))).text()).toContain('value="cbcs"');
  },
  2 * TRANSCODE_MS,
);

test(
  'where licence servers are configured, a protected video names them, and only they can open what a playback sends them [WAT-06] [ENT-12]',
  async () => {
    const secret = Buffer.alloc(32, 3);
    const env = {
      DRM_WIDEVINE_URL: 'https://drm.example/widevine',
      DRM_FAIRPLAY_URL: 'https://drm.example/fairplay',
      DRM_FAIRPLAY_CERTIFICATE_URL: 'https://drm.example/fairplay.cer',
      DRM_TOKEN_KEY: secret.toString('base64'),
    };
    const { media, maker, assetId, filmId, sign } = await preparedFilm({ env, seconds: 1 });
    expect((await sign()).licenceServers).toEqual([]);
    await media.rpc(maker).startProtection({ assetId, requestId: media.newId() });
    await media.until(maker, assetId, isProtection(ProtectionStatus.COMPLETED));

    const { baseUrl, licenceServers } = await sign();
    expect(licenceServers).toMatchObject([
      { keySystem: 'com.widevine.alpha', url: env.DRM_WIDEVINE_URL, certificateUrl: '' },
      { keySystem: 'com.apple.fps', url: env.DRM_FAIRPLAY_URL, certificateUrl: env.DRM_FAIRPLAY_CERTIFICATE_URL },
    ]);
    const mpd = await (await fetch(media.url(`${baseUrl}manifest.mpd`))).text();
    const systems = [...new Set([...mpd.matchAll(/urn:uuid:([0-9a-f]{8})/g)].map(([, id]) => id))];
    expect(systems.sort()).toEqual(['1077efec', '94ce86fb', 'edef8ba9']);

    const { keys } = await media.film().issueLicence({ assetId });
    const sent = await media.film().issueLicence({ assetId, filmId, playbackSessionId: 'playback' });
    expect(sent.keys).toEqual([]);
    const now = media.platform.clock.now();
    const { payload } = await jwtDecrypt(sent.token, secret, { issuer: 'marquee', currentDate: now });
    expect(payload).toMatchObject({ sub: 'playback', film: filmId });
    expect(payload.keys).toEqual(keys.map(({ keyId, key }) => ({ kid: keyId, k: key })));
    const later = new Date(now.getTime() + 61_000);
    await expect(jwtDecrypt(sent.token, secret, { currentDate: later })).rejects.toThrow('"exp"');
    await expect(jwtDecrypt(sent.token, Buffer.alloc(32, 4), { currentDate: now })).rejects.toThrow();
  },
  2 * TRANSCODE_MS,
);

test(
  'a protection that fails says so, and the film plays as before [ADF-05:drm-service]',
  async () => {
    const { media, maker, assetId, sign } = await preparedFilm({ seconds: 1 });
    const broken = (await blobsOf(media, assetId)).find((key) => key.endsWith('-init.mp4')) ?? '';
    const bytes = await media.platform.blobs.read(broken);
    await media.platform.blobs.put(broken, Buffer.alloc(bytes.length, 1));
    await media.rpc(viewers.staff()).startProtection({ assetId, requestId: media.newId() });
    const failed = await media.until(maker, assetId, isProtection(ProtectionStatus.FAILED));
    expect(failed.protection?.errorMessage).toMatch(/^Failed to encode/);
    expect(failed.protection?.history).toMatchObject([{ status: ProtectionStatus.FAILED }]);
    await sign();
    await media.platform.blobs.put(broken, bytes);
    await media.rpc(maker).startProtection({ assetId, requestId: media.newId() });
    await media.until(maker, assetId, isProtection(ProtectionStatus.COMPLETED));
  },
  2 * TRANSCODE_MS,
);

test('only its maker and staff protect a video, and only one that is ready', async () => {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  const maker = media.maker();
  const assetId = await media.upload(maker, { path: await clips.film('short.mp4', { seconds: 1 }) });
  await media.checked(maker, assetId);
  await expect(media.rpc(maker).startProtection({ assetId, requestId: media.newId() })).rejects.toMatchObject({
    reason: 'ASSET_NOT_READY',
  });
  const trailer = await media.upload(maker, { path: clips.path('short.mp4'), slot: 'TRAILER_VIDEO' });
  await media.checked(maker, trailer);
  await expect(media.rpc(maker).startProtection({ assetId: trailer, requestId: media.newId() })).rejects.toMatchObject({
    reason: 'NOT_A_FILM',
  });
  const stranger = media.rpc(media.maker());
  await expect(stranger.startProtection({ assetId, requestId: media.newId() })).rejects.toMatchObject({
    code: Code.PermissionDenied,
  });
  await expect(stranger.deleteProtection({ assetId })).rejects.toMatchObject({ code: Code.PermissionDenied });
  await expect(media.rpc(maker).startProtection({ assetId: 'x', requestId: media.newId() })).rejects.toMatchObject({
    code: Code.NotFound,
  });
});
