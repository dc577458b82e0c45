import { ProfilePicturesChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { PictureService } from '@marquee/contracts/media/v1/pictures_pb';
import { SENT_PICTURE_BYTES_MAX } from '@marquee/rules/media';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { publishEvent } from '@marquee/testing/publish-event';
import { viewers } from '@marquee/testing/viewers';
import sharp from 'sharp';
import { mediaService } from '../testing/media-service.ts';

const photograph = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#a03020' } })
    .withExif({ IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .jpeg()
    .toBuffer();

/** Media, and an account whose pictures identity sends. */
async function account() {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  const ownerId = media.newId();
  const identity = clientFor(media.server, PictureService, viewers.service('identity'));
  const keep = async (data?: Uint8Array) => {
    const bytes = data ?? new Uint8Array(await photograph());
    const { image } = await identity.keepPicture({ requestId: media.newId(), ownerId, data: bytes });
    return image?.uri.split('/').at(-1) ?? '';
  };
  const shows = async (pictureIds: string[], aggregateVersion: bigint) => {
    const { bus, clock, db } = media.platform;
    const aggregate = { aggregateId: ownerId, aggregateVersion, occurredAt: clock.now() };
    const id = await publishEvent(bus, ProfilePicturesChangedSchema, { accountId: ownerId, pictureIds }, aggregate);
    await eventually(async () => (await db.query('SELECT 1 FROM inbox WHERE event_id = $1', [id])).length === 1);
  };
  const status = async (id: string) => (await fetch(media.url(`/media/images/${id}/160.jpg`))).status;
  return { media, ownerId, identity, keep, shows, status };
}

test('a picture of an account is decoded, stripped and answered in its sizes [PRO-10:media]', async () => {
  const { media, keep } = await account();
  const id = await keep();
  const response = await fetch(media.url(`/media/images/${id}/320.jpg`));
  const seen = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect(seen).toMatchObject({ format: 'jpeg', width: 320, height: 240 });
  expect(seen.exif).toBeUndefined();
});

test('what an account no longer shows is deleted, and an older event changes nothing [PRO-10:media]', async () => {
  const { keep, shows, status, media } = await account();
  const [first, second] = [await keep(), await keep()];
  await shows([first], 3n);
  expect([await status(first), await status(second)]).toEqual([200, 200]);
  await shows([second], 5n);
  await eventually(async () => (await status(first)) === 404);
  await shows([first], 4n);
  await shows([], 4n);
  expect(await status(second)).toBe(200);
  const left = await media.platform.db.query('SELECT id FROM pictures');
  expect(left).toEqual([{ id: second }]);
});

test('a picture that no change of the account has named within a day is deleted', async () => {
  const { keep, status, media, shows } = await account();
  const [shown, lost] = [await keep(), await keep()];
  await shows([shown], 2n);
  await media.platform.db.query("UPDATE pictures SET created_at = now() - interval '25 hours'", []);
  await media.restart();
  await eventually(async () => (await status(lost)) === 404);
  expect(await status(shown)).toBe(200);
});

test.each([
  ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['nothing', Buffer.alloc(0)],
  ['too much', Buffer.alloc(SENT_PICTURE_BYTES_MAX + 1)],
])('%s is no picture', async (_what, bytes) => {
  const { keep, media } = await account();
  await expect(keep(new Uint8Array(bytes))).rejects.toMatchObject({ code: 3 });
  expect(await media.platform.db.query('SELECT id FROM pictures')).toEqual([]);
});

test('a kept picture is decoded once more as a new one of its owner, and of nobody else [ADU-07:media]', async () => {
  const { media, ownerId, identity, keep, status } = await account();
  const first = await keep();
  const convert = (owner: string, pictureId: string) =>
    identity.convertPicture({ requestId: media.newId(), ownerId: owner, pictureId });
  const { image } = await convert(ownerId, first);
  const second = image?.uri.split('/').at(-1) ?? '';
  expect(second).not.toBe(first);
  expect(image).toMatchObject({ width: 400, height: 300 });
  expect([await status(first), await status(second)]).toEqual([200, 200]);
  for (const [owner, id] of [
    [media.newId(), first],
    [ownerId, media.newId()],
  ] as const) {
    await expect(convert(owner, id)).rejects.toMatchObject({ code: 5 });
  }
});
