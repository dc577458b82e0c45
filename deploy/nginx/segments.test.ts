// @requires nginx
// @requires ffmpeg
// @inputs deploy/nginx helm/marquee/files/edge

import { request as httpRequest } from 'node:http';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { mediaService } from '@marquee/media/testing/media-service';
import { playableFilm } from '@marquee/media/testing/playable-film';
import { signalRevocation } from '@marquee/runtime/revocations';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { viewers } from '@marquee/testing/viewers';
import { testEdge } from './testing/test-edge.ts';

const SEGMENT = Buffer.from('0123456789'.repeat(5_000));
const FILE = 'video-360p-00001.m4s';

/** A film behind an edge, and its viewers. */
async function setUp() {
  const clock = fixedClock(new Date().toISOString());
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' }, clock });
  const { assetId, filmId } = await playableFilm(media, { [FILE]: SEGMENT });
  const edge = await testEdge({ gateways: [1, 1], media: media.server.httpPort });
  /** The URL of a file of the film for a viewer. */
  const addressFor = async (sessionId = viewers.movieLover().sessionId, expiresAt?: Date, addressId = '') => {
    const signed = await media.film().signPlayback({
      assetId,
      filmId,
      sessionId,
      addressId,
      expiresAt: expiresAt && timestampFromDate(expiresAt),
    });
    return `${edge.url}${signed.baseUrl}${FILE}`;
  };
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const { status, headers: about, body } = await rawGet(url, headers);
    return { status, about, body };
  };
  const caches = async (count: number) =>
    eventually(async () => {
      const found = (await edge.accesses()).map(({ cache }) => cache);
      return found.length === count && found;
    });
  return { media, clock, edge, addressFor, get, caches };
}

test('a segment that one viewer got is cached for the next, who has another token [SYS-02:edge]', async () => {
  const { addressFor, get, caches } = await setUp();
  const [mine, yours] = [await addressFor(), await addressFor()];
  for (const address of [mine, yours, mine]) {
    const { status, body, about } = await get(address);
    expect([status, body.equals(SEGMENT)]).toEqual([200, true]);
    expect(about).toMatchObject({
      'content-type': 'video/iso.segment',
      'cache-control': 'private, max-age=31536000, immutable',
      'referrer-policy': 'no-referrer',
      'accept-ranges': 'bytes',
    });
  }
  expect(await caches(3)).toEqual(['MISS', 'HIT', 'HIT']);
});

test('a token that is wrong, expired or of an ended session or playback is refused, although the bytes are cached [SYS-02:edge] [WAT-14:address]', async () => {
  const { media, clock, addressFor, get } = await setUp();
  const address = await addressFor();
  expect((await get(address)).status).toBe(200);
  const refusal = async (url: string) => {
    const { status, body, about } = await get(url);
    expect(about).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    return [status, (JSON.parse(body.toString()) as { reason: string }).reason];
  };
  const [, token = ''] = /\/v\/([^/]+)\//.exec(address) ?? [];
  expect(await refusal(address.replace(token, 'nonsense'))).toEqual([403, 'PLAYBACK_FORBIDDEN']);
  expect(await refusal(address.replace(token, `${token}A`))).toEqual([403, 'PLAYBACK_FORBIDDEN']);
  expect(await refusal(address.replace(/[0-9a-f-]{36}\/video/, `${media.newId()}/video`))).toEqual([
    403,
    'PLAYBACK_FORBIDDEN',
  ]);
  const late = await addressFor();
  clock.advance(601_000);
  expect(await refusal(late)).toEqual([403, 'PLAYBACK_EXPIRED']);
  const session = viewers.movieLover().sessionId;
  const ended = await addressFor(session);
  signalRevocation(media.platform.signals, { sessionId: session }, clock.now());
  await eventually(async () => (await get(ended)).status === 403);
  expect(await refusal(ended)).toEqual([403, 'PLAYBACK_SESSION_ENDED']);
  const left = await addressFor(undefined, undefined, 'p_1');
  expect((await get(left)).status).toBe(200);
  media.platform.signals.publish('playback-ended:p_1', 1);
  // The edge remembers a token for ten seconds.
  await eventually(async () => (await get(left)).status === 403, 20_000);
  expect(await refusal(left)).toEqual([403, 'PLAYBACK_SESSION_ENDED']);
});

test('an edge checks a token once, and caches the result no longer than the token is valid [SYS-02:edge]', async () => {
  const { media, clock, addressFor, get } = await setUp();
  const lasting = await addressFor();
  const ending = await addressFor(undefined, new Date(clock.now().getTime() + 2_000));
  expect([(await get(lasting)).status, (await get(ending)).status]).toEqual([200, 200]);
  await media.stop();
  expect((await get(lasting)).status).toBe(200);
  // Media is down, so tokens that are no longer cached cannot be checked.
  await eventually(async () => (await get(ending)).status === 503);
  expect((await get(lasting)).status).toBe(200);
});

test('ranges of a file are served from the first request on, and parallel ones are one request to media [SYS-02:edge]', async () => {
  const { addressFor, get, edge } = await setUp();
  const address = await addressFor();
  const part = await get(address, { range: 'bytes=10-19' });
  expect([part.status, part.about['content-range'], part.body.toString()]).toEqual([
    206,
    'bytes 10-19/50000',
    '0123456789',
  ]);
  expect((await get(address, { range: 'bytes=-3' })).body.toString()).toBe('789');
  expect((await get(address, { range: 'bytes=50000-' })).status).toBe(416);
  const others = await Promise.all(Array.from({ length: 20 }, async () => get(await addressFor())));
  expect(others.every(({ status, body }) => status === 200 && body.equals(SEGMENT))).toBe(true);
  const misses = (await edge.accesses()).filter(({ cache }) => cache === 'MISS');
  expect(misses).toHaveLength(1);
});

test('no log contains a token, whatever fails [SYS-02:edge]', async () => {
  const { media, addressFor, get, edge, caches } = await setUp();
  const address = await addressFor();
  const [, token = ''] = /\/v\/([^/]+)\//.exec(address) ?? [];
  await get(address);
  await get(address.replace(FILE, 'absent.m4s'));
  await get(address.replace('/v/', '//v/'));
  await get(address.replace('/v/', '/%76/'));
  await get(`${address}/more`);
  await media.stop();
  const stranger = address.replace(token, `${token}B`);
  expect((await get(stranger)).status).toBe(503);
  await caches(6);
  const logs = await edge.logs();
  expect(logs).toContain('/v/[token]/');
  expect(logs).not.toContain(token);
});

function rawGet(url: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    // Sent as it is: the client must not normalize the URL.
    const path = url.slice(url.indexOf('/', 'http://'.length));
    const request = httpRequest({ hostname, port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject).end();
  });
}
