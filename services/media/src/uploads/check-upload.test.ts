import { UploadState } from '@marquee/contracts/media/v1/media_pb';
import { attemptWork } from '@marquee/data/work-loop';
import sharp from 'sharp';
import * as assets from '../assets/assets.ts';
import { sweepGarbage } from '../storage/sweep-garbage.ts';
import { mediaService } from '../testing/media-service.ts';
import { resourcesOf } from '../testing/resources-of.ts';
import { checkLoop } from './check-loop.ts';

test.each([
  ['FILM_VIDEO', 'VIDEO_UNREADABLE'],
  ['POSTER_IMAGE', 'PICTURE_UNREADABLE'],
])('a %s whose check ends its worker each time is refused as unreadable', async (slot, reason) => {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  const { db, blobs } = resourcesOf(media);
  await media.stop();
  const [id, maker] = [media.newId(), media.maker()];
  await blobs.put(`masters/${id}/file`, Buffer.from('deadly'));
  const kind = slot === 'FILM_VIDEO' ? 'VIDEO' : 'IMAGE';
  const about = { ownerId: maker.accountId, filmId: null, kind, fileName: 'file', slot };
  await assets.insert(db, { id, ...about, sizeBytes: 6n, state: 'CHECKING' });
  await db.query("UPDATE assets SET check_failures = 2, check_lease_until = now() - interval '1 second'");
  await media.restart();
  expect(await media.checked(maker, id)).toMatchObject({ state: UploadState.REFUSED, refusedReason: reason });
  expect(await media.events()).toEqual(['UploadChecked']);
});

test('a check that ends after another worker took it over decides nothing and leaves nothing behind', async () => {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  const resources = resourcesOf(media);
  const { db, blobs } = resources;
  // Its own checks would come first.
  await media.stop();
  const bytes = await sharp({ create: { width: 80, height: 80, channels: 3, background: '#a03020' } })
    .jpeg()
    .toBuffer();
  const id = media.newId();
  await blobs.put(`masters/${id}/file`, bytes);
  const about = { ownerId: media.newId(), filmId: null, kind: 'IMAGE', fileName: 'poster.jpg', slot: 'POSTER_IMAGE' };
  await assets.insert(db, { id, ...about, sizeBytes: BigInt(bytes.length), state: 'CHECKING' });
  const claim = async () => (await assets.checks.claim(db, new Date())) as assets.ClaimedCheck;
  const state = async () => (await db.query('SELECT state, picture_id FROM assets'))[0];

  const late = await claim();
  await db.query("UPDATE assets SET check_lease_until = now() - interval '1 second'");
  const held = await claim();
  expect(held).toMatchObject({ id, attempt: 2, failures: 1 });
  const loop = checkLoop(resources);
  const { signal } = new AbortController();
  await attemptWork(loop, late, signal);
  // An attempt that fails.
  await attemptWork(loop, { ...late, failures: 3 }, signal);
  expect(await state()).toEqual({ state: 'CHECKING', pictureId: null });

  await attemptWork(loop, held, signal);
  expect(await state()).toEqual({ state: 'READY', pictureId: expect.any(String) });
  await sweepGarbage(resources);
  const pictures: (string | undefined)[] = [];
  for await (const { key } of blobs.list('pictures/')) pictures.push(key.split('/')[1]);
  expect(pictures).toHaveLength(1);
});
