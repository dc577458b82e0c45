import { jest } from '@jest/globals';
import { UploadState } from '@marquee/contracts/media/v1/media_pb';
import { PICTURE_FORMATS, pictureUrl, THUMBNAIL } from '@marquee/rules/media';
import { atEnd } from '@marquee/testing/cleanup';
import sharp from 'sharp';
import { mediaService } from '../testing/media-service.ts';
import { startPictureMaker } from './picture-maker.ts';

const noTranscodes = { env: { TRANSCODE_WORKER: '0' } };

/** A photograph as a telephone makes it: on its side, with a place in it. */
const photograph = () =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: '#a03020' } })
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

test('a poster is decoded, turned upright, stripped, and answered in each size and format [STU-05]', async () => {
  const media = await mediaService(noTranscodes);
  const maker = media.maker();
  const bytes = await photograph();
  expect((await sharp(bytes).metadata()).exif).toBeDefined();
  const id = await media.upload(maker, { bytes, slot: 'POSTER_IMAGE', name: 'poster.jpg' });
  const asset = await media.checked(maker, id);
  expect(asset).toMatchObject({
    state: UploadState.READY,
    image: { width: 800, height: 1200, widths: [160, 320, 360, 480, 640, 800] },
  });
  expect(Buffer.from(asset.image?.thumbhash ?? '', 'base64').length).toBeGreaterThan(5);
  expect(await media.events()).toEqual(['UploadChecked', 'ImageReady']);

  const formats = { avif: 'heif', webp: 'webp', jpg: 'jpeg' };
  for (const [format, decoded] of Object.entries(formats)) {
    const response = await fetch(media.url(`${asset.image?.uri}/320.${format}`));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(`image/${format === 'jpg' ? 'jpeg' : format}`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const seen = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(seen).toMatchObject({ format: decoded, width: 320, height: 480 });
    expect(seen.exif).toBeUndefined();
    const etag = response.headers.get('etag') ?? '';
    const cached = await fetch(media.url(`${asset.image?.uri}/320.${format}`), { headers: { 'If-None-Match': etag } });
    expect(cached.status).toBe(304);
  }
});

test.each([
  ['wide', 1600, 900, 1300, 250],
  ['tall', 800, 1200, 200, 950],
  ['square', 1000, 1000, 850, 150],
])(
  'what draws the eye in a %s picture is found when it is made [STU-05:focal]',
  async (_shape, width, height, x, y) => {
    const media = await mediaService(noTranscodes);
    const maker = media.maker();
    const face = { create: { width: 120, height: 120, channels: 3 as const, background: '#e0a080' } };
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#334455' } })
      .composite([{ input: await sharp(face).png().toBuffer(), left: x - 60, top: y - 60 }])
      .jpeg()
      .toBuffer();
    const id = await media.upload(maker, { bytes, slot: 'TRAILER_IMAGE', name: 'still.jpg' });
    const focus = (await media.checked(maker, id)).image?.focalPoint;
    expect(Math.abs((focus?.x ?? 0) - (x / width) * 100)).toBeLessThan(10);
    expect(Math.abs((focus?.y ?? 0) - (y / height) * 100)).toBeLessThan(10);
  },
);

test('only listed sizes of known pictures exist, and none is enlarged [STU-05]', async () => {
  const media = await mediaService(noTranscodes);
  const maker = media.maker();
  const id = await media.upload(maker, { bytes: await photograph(), slot: 'TRAILER_IMAGE' });
  const { image } = await media.checked(maker, id);
  const pictureId = image?.uri.split('/').at(-1) ?? '';
  const wide = await fetch(media.url(pictureUrl(pictureId, 1920, 'jpg')));
  expect((await sharp(Buffer.from(await wide.arrayBuffer())).metadata()).width).toBe(800);
  const still = await fetch(media.url(pictureUrl(pictureId, 360, 'jpg')));
  expect(still.status).toBe(200);
  const wrong = [
    '/321.jpg',
    '/320.png',
    '/320.svg',
    '/0320.jpg',
    '/320',
    '',
    '/320.jpg/x',
    '/../x',
    '/202x360.jpg',
    '/360x203.jpg',
    '/360x.jpg',
  ];
  for (const path of wrong) expect((await fetch(media.url(`/media/images/${pictureId}${path}`))).status).toBe(404);
  const unknown = await fetch(media.url(pictureUrl(media.newId(), 320, 'jpg')));
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toMatchObject({ reason: 'MEDIA_NOT_FOUND' });
  expect((await fetch(media.url(pictureUrl(pictureId, 320, 'jpg')), { method: 'POST' })).status).toBe(405);
});

test.each([
  ['POSTER_IMAGE', 800, 1200],
  ['TRAILER_IMAGE', 1920, 1080],
  ['TRAILER_IMAGE', 100, 100],
])(
  'a thumbnail of a %s of %i × %i is 360 × 202 pixels, around what draws the eye [STU-05]',
  async (slot, width, height) => {
    const media = await mediaService(noTranscodes);
    const maker = media.maker();
    // Red above and below, green in the middle, so that a squeezed picture would show red.
    const band = await sharp({
      create: { width, height: Math.round(height * 0.7), channels: 3, background: '#00a000' },
    })
      .png()
      .toBuffer();
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#e00000' } })
      .composite([
        { input: width > height ? await sharp(band).resize(width, height, { fit: 'fill' }).toBuffer() : band },
      ])
      .jpeg()
      .toBuffer();
    const { image } = await media.checked(maker, await media.upload(maker, { bytes, slot }));
    const pictureId = image?.uri.split('/').at(-1) ?? '';
    await media.platform.db.query('UPDATE pictures SET focal_x = 50, focal_y = 50 WHERE id = $1', [pictureId]);
    for (const format of PICTURE_FORMATS) {
      const response = await fetch(media.url(pictureUrl(pictureId, THUMBNAIL.name, format)));
      expect(response.status).toBe(200);
      const thumbnail = sharp(Buffer.from(await response.arrayBuffer()));
      expect(await thumbnail.metadata()).toMatchObject({ width: 360, height: 202 });
      const [red, green] = (await thumbnail.stats()).channels;
      expect(red?.max).toBeLessThan(40);
      expect(green?.min).toBeGreaterThan(120);
    }
  },
);

test.each([
  [0, [224, 0, 0]],
  [100, [0, 0, 200]],
  [null, [0, 160, 0]],
])('the thumbnail of a poster whose eye is at %s % of its height shows what is there', async (focalY, colour) => {
  const media = await mediaService(noTranscodes);
  const band = (background: string) =>
    sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .png()
      .toBuffer();
  const bytes = await sharp({ create: { width: 400, height: 900, channels: 3, background: '#e00000' } })
    .composite([
      { input: await band('#00a000'), top: 300, left: 0 },
      { input: await band('#0000c8'), top: 600, left: 0 },
    ])
    .jpeg()
    .toBuffer();
  const maker = media.maker();
  const id = await media.upload(maker, { bytes, slot: 'POSTER_IMAGE' });
  const { image } = await media.checked(maker, id);
  const pictureId = image?.uri.split('/').at(-1) ?? '';
  await media.platform.db.query('UPDATE pictures SET focal_x = 50, focal_y = $2 WHERE id = $1', [pictureId, focalY]);
  const response = await fetch(media.url(pictureUrl(pictureId, THUMBNAIL.name, 'jpg')));
  const { channels } = await sharp(Buffer.from(await response.arrayBuffer())).stats();
  for (const [index, { mean }] of channels.entries()) expect(Math.abs(mean - (colour[index] ?? 0))).toBeLessThan(12);
});

test('a decoder that dies costs one picture, not the service', async () => {
  const children: number[] = [];
  const maker = startPictureMaker({
    onStarted: ({ pid }) => {
      children.push(pid);
      return () => {};
    },
  });
  const task = { kind: 'prepare', input: '/dev/stdin', output: '/dev/null' } as const;
  const running = maker.run({ ...task, input: '/proc/self/fd/0' });
  for (const pid of children) process.kill(pid, 'SIGKILL');
  expect(await running).toMatchObject({ ok: false });
  expect(await maker.run({ ...task, input: '/nonexistent' })).toMatchObject({ ok: false });
  expect(children.length).toBe(2);
  await maker.close();
});

test('a picture that takes over 30 s is unreadable, and the next one has another decoder', async () => {
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setInterval', 'Date', 'performance'],
  });
  atEnd(() => jest.useRealTimers());
  const started: string[] = [];
  const maker = startPictureMaker({
    onStarted: ({ command }) => {
      started.push(command);
      return () => {};
    },
  });
  atEnd(() => maker.close());
  const task = { kind: 'prepare', input: '/nonexistent', output: '/dev/null' } as const;
  const [slow, next] = [maker.run(task), maker.run(task)];
  jest.advanceTimersByTime(29_999);
  expect(started).toHaveLength(1);
  jest.advanceTimersByTime(1);
  expect(await slow).toEqual({ ok: false, refusal: 'PICTURE_UNREADABLE', detail: 'took over 30000 ms' });
  expect(await next).toMatchObject({ ok: false, detail: expect.stringContaining('nonexistent') });
  expect(started).toHaveLength(2);
});

test('64 pictures wait at most, and those that wait when the service stops are refused', async () => {
  const maker = startPictureMaker();
  const task = { kind: 'prepare', input: '/nonexistent', output: '/dev/null' } as const;
  const waiting = Array.from({ length: 65 }, () => maker.run(task));
  await expect(maker.run(task)).rejects.toThrow('64 pictures are waiting already');
  await maker.close();
  const stopped = { ok: false, refusal: 'PICTURE_UNREADABLE', detail: 'stopping' };
  expect(await Promise.all(waiting)).toEqual(Array(65).fill(stopped));
  await expect(maker.run(task)).rejects.toThrow('The service is stopping');
});
