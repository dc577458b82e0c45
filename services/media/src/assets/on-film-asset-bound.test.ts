import { create, toBinary } from '@bufbuild/protobuf';
import { timestampNow } from '@bufbuild/protobuf/wkt';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import { FilmAssetBoundSchema } from '@marquee/contracts/events/v1/film_pb';
import { eventually } from '@marquee/testing/eventually';
import { mediaService } from '../testing/media-service.ts';

async function boundAsset() {
  const media = await mediaService();
  const maker = media.maker();
  const created = await media.create(maker, 1_000);
  const assetId = (created.headers.get('location') ?? '').slice('/uploads/'.length);
  /** An event of film, applied. */
  const heard = async (filmId: string, bound: boolean, aggregateVersion: bigint) => {
    const id = media.newId();
    const type = FilmAssetBoundSchema.typeName;
    const event = create(FilmAssetBoundSchema, { filmId, mediaId: assetId, bound });
    const envelope = create(EnvelopeSchema, {
      id,
      type,
      aggregateType: 'film_asset',
      aggregateId: assetId,
      aggregateVersion,
      occurredAt: timestampNow(),
      payload: toBinary(FilmAssetBoundSchema, event),
    });
    const message = { topic: 'film', key: assetId, id, type, body: toBinary(EnvelopeSchema, envelope) };
    await media.platform.bus.publish([message]);
    await eventually(async () => {
      const rows = await media.platform.db.query('SELECT 1 FROM inbox WHERE event_id = $1', [id]);
      return rows.length === 1;
    });
  };
  return {
    heard,
    film: media.film(),
    newId: media.newId,
    assetId,
    remove: () => media.rpc(maker).deleteAsset({ assetId }),
  };
}

test('a file that its film let go of can be deleted, one of another film not', async () => {
  const { heard, film, newId, assetId, remove } = await boundAsset();
  const [filmId, otherId] = [newId(), newId()];
  await film.bindAsset({ assetId, filmId });
  await heard(otherId, false, 1n);
  await expect(remove()).rejects.toMatchObject({ reason: 'ASSET_IN_USE' });
  await heard(filmId, false, 2n);
  await remove();
});

test('what a film said before and media hears late does not free a file that it uses, or take one that it left', async () => {
  const { heard, newId, remove } = await boundAsset();
  const filmId = newId();
  await heard(filmId, true, 3n);
  await heard(filmId, false, 2n);
  await heard(filmId, false, 3n);
  await expect(remove()).rejects.toMatchObject({ reason: 'ASSET_IN_USE' });
  await heard(filmId, false, 5n);
  await heard(filmId, true, 4n);
  await remove();
});
