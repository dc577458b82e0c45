import { newId } from '@marquee/data/ids';
import { mediaService } from '../testing/media-service.ts';
import { storeVideo } from '../testing/stored-assets.ts';

test('a file is of one film at a time; binding it twice, or to none, changes nothing else', async () => {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  const { assetId } = await storeVideo(media.platform, { ownerId: media.maker().accountId });
  const [filmId, other] = [newId(), newId()];
  const bind = async (to: string) => (await media.film().bindAsset({ assetId, filmId: to })).asset;
  const bound = await bind(filmId);
  expect(bound).toMatchObject({ filmId });
  expect(await bind(filmId)).toEqual(bound);
  await expect(bind(other)).rejects.toMatchObject({ reason: 'ASSET_NOT_YOURS' });
  const free = await bind('');
  expect(free?.version).toBeGreaterThan(bound?.version ?? 0n);
  expect(await bind('')).toEqual(free);
  expect(await bind(other)).toMatchObject({ filmId: other });
  await expect(media.film().bindAsset({ assetId: newId(), filmId })).rejects.toMatchObject({
    reason: 'ASSET_NOT_FOUND',
  });
});
