import { create } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { PlaybackEndedSchema } from '@marquee/contracts/events/v1/film_pb';
import { SessionEndedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { PlaybackService } from '@marquee/contracts/media/v1/playback_pb';
import { createOutbox } from '@marquee/events/outbox';
import { systemClock } from '@marquee/runtime/clock';
import { signalRevocation } from '@marquee/runtime/revocations';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { viewers } from '@marquee/testing/viewers';
import { type MediaHarness, mediaService } from '../testing/media-service.ts';
import { playableFilm } from '../testing/playable-film.ts';
import { readPlaybackPath, withoutToken } from './playback-origin.ts';

const NOW = '2026-11-20T12:00:00Z';
const SEGMENT = Buffer.from('0123456789'.repeat(50));

const FILES = {
  'master.m3u8': Buffer.from('#EXTM3U\n'),
  'manifest.mpd': Buffer.from('<MPD/>'),
  'thumbnails.vtt': Buffer.from('WEBVTT\n'),
  'video-360p-00001.m4s': SEGMENT,
  'video-360p-init.mp4': Buffer.alloc(9 * 1024 * 1024, 7),
  'secret.json': Buffer.from('{}'),
};

const playable = (media: MediaHarness) => playableFilm(media, FILES);

async function setUp() {
  const clock = fixedClock(NOW);
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' }, clock });
  const film = await playable(media);
  const viewer = viewers.movieLover();
  const sign = (sessionId = viewer.sessionId, expiresAt?: Date, addressId = '') =>
    media.film().signPlayback({
      addressId,
      assetId: film.assetId,
      filmId: film.filmId,
      sessionId,
      expiresAt: expiresAt && timestampFromDate(expiresAt),
    });
  const get = (path: string, init?: RequestInit) => fetch(media.url(path), init);
  return { media, clock, film, viewer, sign, get };
}

const refusal = async (response: Response) => ({ status: response.status, ...((await response.json()) as object) });

test('a signed address plays the clear streams: manifests, segments and thumbnails [WAT-06:clear]', async () => {
  const { sign, get, film } = await setUp();
  const signed = await sign();
  expect(signed).toMatchObject({
    hlsManifest: 'master.m3u8',
    dashManifest: 'manifest.mpd',
    trickplay: 'thumbnails.vtt',
    durationMs: 60_000,
  });
  expect(signed.baseUrl).toMatch(new RegExp(`^/v/k1\\.[^/]+/${film.version}/$`));
  const types = {
    'master.m3u8': 'application/vnd.apple.mpegurl',
    'manifest.mpd': 'application/dash+xml',
    'thumbnails.vtt': 'text/vtt; charset=utf-8',
    'video-360p-00001.m4s': 'video/iso.segment',
    'video-360p-init.mp4': 'video/mp4',
  };
  for (const [file, type] of Object.entries(types)) {
    const response = await get(`${signed.baseUrl}${file}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    const body = Buffer.from(await response.arrayBuffer());
    expect(String(body.length)).toBe(response.headers.get('content-length'));
  }
  for (const file of [
    'nothing.m4s',
    'secret.json',
    '..%2fx',
    'a/b.m4s',
    '.hidden',
    '',
    '-x.m3u8',
    '--help.mp4',
    `${'x'.repeat(300)}.mp4`,
  ]) {
    expect(await refusal(await get(`${signed.baseUrl}${file}`))).toMatchObject({
      status: 404,
      reason: 'MEDIA_NOT_FOUND',
    });
  }
});

test('parts of files, conditional requests and HEAD are answered, also of files too large for memory', async () => {
  const { sign, get } = await setUp();
  const { baseUrl } = await sign();
  const segment = `${baseUrl}video-360p-00001.m4s`;
  const part = await get(segment, { headers: { Range: 'bytes=10-19' } });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    'bytes 10-19/500',
    '0123456789',
  ]);
  expect(await (await get(segment, { headers: { Range: 'bytes=-3' } })).text()).toBe('789');
  expect((await get(segment, { headers: { Range: 'bytes=0-1,5-6' } })).status).toBe(200);
  const behind = await get(segment, { headers: { Range: 'bytes=500-' } });
  expect([behind.status, behind.headers.get('content-range')]).toEqual([416, 'bytes */500']);
  const head = await get(segment, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '500', '']);
  const etag = head.headers.get('etag') ?? '';
  expect((await get(segment, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  expect((await get(segment, { headers: { Range: 'bytes=0-0', 'If-Range': '"old"' } })).status).toBe(200);

  const large = `${baseUrl}video-360p-init.mp4`;
  const middle = await get(large, { headers: { Range: 'bytes=9000000-9000003' } });
  expect([middle.status, Buffer.from(await middle.arrayBuffer())]).toEqual([206, Buffer.alloc(4, 7)]);
  expect((await get(segment, { method: 'DELETE' })).status).toBe(405);
});

test('a token ends with its time, at most ten minutes unless film asks for more [WAT-06:clear]', async () => {
  const { sign, get, clock } = await setUp();
  const signed = await sign();
  expect(signed.expiresAt && timestampDate(signed.expiresAt)).toEqual(new Date('2026-11-20T12:10:00Z'));
  clock.set('2026-11-20T12:09:59Z');
  expect((await get(`${signed.baseUrl}master.m3u8`)).status).toBe(200);
  clock.set('2026-11-20T12:10:00Z');
  expect(await refusal(await get(`${signed.baseUrl}master.m3u8`))).toEqual({
    status: 403,
    reason: 'PLAYBACK_EXPIRED',
    message: 'Your access to this film has expired. Please open it again.',
  });
  const native = await sign(undefined, new Date('2026-12-24T00:00:00Z'));
  expect(native.expiresAt && timestampDate(native.expiresAt)).toEqual(new Date('2026-11-21T04:10:00Z'));
});

test('an address that starts later opens nothing before, and an edge does not keep that [WAT-13:premiere]', async () => {
  const { film, viewer, media, get, clock } = await setUp();
  const { baseUrl } = await media.film().signPlayback({
    ...{ assetId: film.assetId, sessionId: viewer.sessionId, filmId: film.filmId },
    playsFrom: timestampFromDate(new Date('2026-11-20T12:04:00Z')),
  });
  const early = { status: 403, reason: 'PLAYBACK_TOO_EARLY', message: 'This film has not started yet.' };
  clock.set('2026-11-20T12:03:59Z');
  expect(await refusal(await get(`${baseUrl}master.m3u8`))).toEqual(early);
  const { status, headers } = await get(`/playback-access/${baseUrl.split('/')[2]}/${film.version}`);
  expect([status, headers.get('cache-control')]).toEqual([403, 'no-store']);
  clock.set('2026-11-20T12:04:00Z');
  expect((await get(`${baseUrl}master.m3u8`)).status).toBe(200);
  // One that lies behind plays at once, and no address begins after its end.
  const manifestFrom = async (from: string) => {
    const playsFrom = timestampFromDate(new Date(from));
    const about = { assetId: film.assetId, sessionId: viewer.sessionId, filmId: film.filmId, playsFrom };
    return `${(await media.film().signPlayback(about)).baseUrl}master.m3u8`;
  };
  expect((await get(await manifestFrom('2026-11-20T12:03:00Z'))).status).toBe(200);
  const never = await manifestFrom('9999-11-20T12:03:00Z');
  expect(await refusal(await get(never))).toEqual(early);
  clock.advance(600_000);
  expect(await refusal(await get(never))).toMatchObject({ reason: 'PLAYBACK_EXPIRED' });
});

test('a token of another film or session, or one that was changed, opens nothing [WAT-06:clear]', async () => {
  const { media, sign, get, film, viewer } = await setUp();
  const other = await playable(media);
  const { baseUrl } = await sign();
  const token = baseUrl.split('/')[2] ?? '';
  const forbidden = { status: 403, reason: 'PLAYBACK_FORBIDDEN' };
  expect(await refusal(await get(`/v/${token}/${other.version}/master.m3u8`))).toMatchObject(forbidden);
  const fields = token.split('.');
  for (const index of [1, 2, 3, 4, 5]) {
    const changed = fields.map((field, at) =>
      at === index ? `${field.startsWith('1') ? '2' : '1'}${field.slice(1)}` : field,
    );
    expect(await refusal(await get(`/v/${changed.join('.')}/${film.version}/master.m3u8`))).toMatchObject(forbidden);
  }
  expect(await refusal(await get(`/v/nonsense/${film.version}/master.m3u8`))).toMatchObject(forbidden);

  const own = { headers: media.headers(viewer) };
  expect((await get(`${baseUrl}master.m3u8`, own)).status).toBe(200);
  const stranger = { headers: media.headers(viewers.movieLover()) };
  expect(await refusal(await get(`${baseUrl}master.m3u8`, stranger))).toMatchObject(forbidden);
  const trailer = await sign('');
  expect((await get(`${trailer.baseUrl}master.m3u8`, stranger)).status).toBe(200);
});

test('a film ends with its session, at once by signal and for good by event [WAT-06:clear]', async () => {
  const { media, sign, get, viewer } = await setUp();
  const { baseUrl } = await sign();
  expect((await get(`${baseUrl}master.m3u8`)).status).toBe(200);
  signalRevocation(media.platform.signals, { sessionId: viewer.sessionId }, media.platform.clock.now());
  await eventually(async () => (await get(`${baseUrl}master.m3u8`)).status === 403);
  expect(await refusal(await get(`${baseUrl}master.m3u8`))).toMatchObject({ reason: 'PLAYBACK_SESSION_ENDED' });

  const later = viewers.movieLover();
  const second = await sign(later.sessionId);
  await createOutbox({ clock: systemClock }).append(media.platform.db, {
    schema: SessionEndedSchema,
    message: create(SessionEndedSchema, { accountId: later.accountId, sessionId: later.sessionId }),
    aggregateType: 'session',
    aggregateId: later.sessionId,
    aggregateVersion: 1n,
  });
  await eventually(async () => (await get(`${second.baseUrl}master.m3u8`)).status === 403);
  await media.restart();
  expect(await refusal(await get(`${second.baseUrl}master.m3u8`))).toMatchObject({ reason: 'PLAYBACK_SESSION_ENDED' });
});

test('an address ends with its playback and with no other, at once by signal and for good by event [WAT-14:address]', async () => {
  const { media, sign, get, film, clock, viewer } = await setUp();
  const inSixteenHours = new Date('2026-11-21T04:10:00Z');
  const native = (addressId: string) => sign(viewer.sessionId, inSixteenHours, addressId);
  const [left, other, later] = [await native('p_1'), await native('p_2'), await native('p_3')];
  const ended = { status: 403, reason: 'PLAYBACK_SESSION_ENDED' };
  const statusesOf = async ({ baseUrl }: { baseUrl: string }) => [
    (await get(`${baseUrl}master.m3u8`)).status,
    (await get(`${baseUrl}video-360p-00001.m4s`)).status,
    (await get(`/playback-access/${baseUrl.split('/')[2]}/${film.version}`)).status,
  ];
  expect(await statusesOf(left)).toEqual([200, 200, 204]);
  media.platform.signals.publish('playback-ended:p_1', 1);
  await eventually(async () => expect(await statusesOf(left)).toEqual([403, 403, 403]));
  expect(await refusal(await get(`${left.baseUrl}master.m3u8`))).toMatchObject(ended);
  expect(await statusesOf(other)).toEqual([200, 200, 204]);

  const append = (addressId: string, expiresAt: Date) =>
    createOutbox({ clock: systemClock }).append(media.platform.db, {
      schema: PlaybackEndedSchema,
      message: create(PlaybackEndedSchema, { addressId, expiresAt: timestampFromDate(expiresAt) }),
      aggregateType: 'playback_address',
      aggregateId: media.newId(),
      aggregateVersion: 1n,
    });
  // One that has expired anyway is not kept.
  await append('p_4', new Date(clock.now().getTime() - 1));
  await append('p_3', new Date(Date.now() + 16 * 3_600_000));
  await eventually(async () => expect(await statusesOf(later)).toEqual([403, 403, 403]));
  expect(await media.platform.db.query('SELECT address_id FROM ended_addresses')).toEqual([{ addressId: 'p_3' }]);
  await media.restart();
  expect(await refusal(await get(`${later.baseUrl}master.m3u8`))).toMatchObject(ended);
  expect(await statusesOf(other)).toEqual([200, 200, 204]);
});

test('renditions that were deleted stop playing, and only film signs addresses', async () => {
  const { media, sign, get, film, clock, viewer } = await setUp();
  const { baseUrl } = await sign();
  const staff = media.rpc(viewers.staff());
  await staff.deleteTranscode({ assetId: film.assetId });
  clock.advance(31_000);
  expect((await get(`${baseUrl}master.m3u8`)).status).toBe(404);
  await expect(sign()).rejects.toMatchObject({ code: Code.FailedPrecondition, reason: 'ASSET_NOT_READY' });
  const asViewer = clientFor(media.server, PlaybackService, viewer);
  await expect(asViewer.signPlayback(film)).rejects.toMatchObject({ code: Code.PermissionDenied });
  const asOther = clientFor(media.server, PlaybackService, viewers.service('notification'));
  await expect(asOther.describeAsset({ assetId: film.assetId })).rejects.toMatchObject({ code: Code.PermissionDenied });
  for (const assetId of [media.newId(), 'x']) {
    await expect(media.film().describeAsset({ assetId })).rejects.toMatchObject({ code: Code.NotFound });
  }
});

test('the answer to an edge says whether a token opens a version, and for how long it may be cached [WAT-06:clear]', async () => {
  const { media, sign, get, film, clock, viewer } = await setUp();
  const { baseUrl } = await sign();
  const token = baseUrl.split('/')[2] ?? '';
  const ask = async (path: string) => {
    const { status, headers } = await get(`/playback-access/${path}`);
    const refusal = headers.get('playback-refusal');
    return { status, caching: headers.get('cache-control'), ...(refusal && { reason: JSON.parse(refusal).reason }) };
  };
  const refused = (reason: string) => ({ status: 403, caching: 'no-store', reason });
  expect(await ask(`${token}/${film.version}`)).toEqual({ status: 204, caching: 'max-age=10' });
  expect(await ask(`${token}/${media.newId()}`)).toEqual(refused('PLAYBACK_FORBIDDEN'));
  for (const wrong of ['nonsense', `${token}x`, '']) {
    expect(await ask(`${wrong}/${film.version}`)).toEqual(refused('PLAYBACK_FORBIDDEN'));
  }
  expect(await ask(`${token}/${film.version}/master.m3u8`)).toEqual(refused('PLAYBACK_FORBIDDEN'));
  clock.set('2026-11-20T12:09:49Z');
  expect(await ask(`${token}/${film.version}`)).toEqual({ status: 204, caching: 'max-age=10' });
  clock.set('2026-11-20T12:09:57Z');
  expect(await ask(`${token}/${film.version}`)).toEqual({ status: 204, caching: 'max-age=3' });
  clock.set('2026-11-20T12:10:00Z');
  expect(await ask(`${token}/${film.version}`)).toEqual(refused('PLAYBACK_EXPIRED'));

  const later = (await sign()).baseUrl.split('/')[2];
  signalRevocation(media.platform.signals, { sessionId: viewer.sessionId }, clock.now());
  await eventually(async () => (await ask(`${later}/${film.version}`)).status === 403);
  expect(await ask(`${later}/${film.version}`)).toEqual(refused('PLAYBACK_SESSION_ENDED'));
  const trailer = (await sign('')).baseUrl.split('/')[2];
  await media.rpc(viewers.staff()).deleteTranscode({ assetId: film.assetId });
  clock.advance(31_000);
  expect(await ask(`${trailer}/${film.version}`)).toEqual(refused('MEDIA_NOT_FOUND'));
});

test('logs never hold a token', () => {
  expect(withoutToken('/playback-access/k1.123.abc/0199')).toBe('/playback-access/[token]/0199');
  expect(withoutToken('/v/k1.123.abc/0199/master.m3u8')).toBe('/v/[token]/0199/master.m3u8');
  expect(withoutToken('/v/k1.123.abc')).toBe('/v/[token]');
  expect(withoutToken('/media/../v/k1.123.abc/0199')).toBe('/media/../v/[token]/0199');
  expect(withoutToken('//v//k1.123.abc')).toBe('//v/[token]');
  expect(readPlaybackPath('/v/a/b/c/d')).toBeUndefined();
});
