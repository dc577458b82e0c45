import { create, toBinary } from '@bufbuild/protobuf';
import { timestampNow } from '@bufbuild/protobuf/wkt';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import { FilmAssetBoundSchema } from '@marquee/contracts/events/v1/film_pb';
import { eventually } from '@marquee/testing/eventually';
import { mediaService } from '../testing/media-service.ts';

test('a file that its film let go of can be deleted, one of another film not', async () => {
  const media = await mediaService();
  const maker = media.maker();
  const created = await media.create(maker, 1_000);
  const assetId = (created.headers.get('location') ?? '').slice('/uploads/'.length);
  const [filmId, otherId] = [media.newId(), media.newId()];
  await media.film().bindAsset({ assetId, filmId });

  const letGo = async (by: string, aggregateVersion: bigint) => {
    const id = media.newId();
    const type = FilmAssetBoundSchema.typeName;
    const event = create(FilmAssetBoundSchema, { filmId: by, mediaId: assetId, bound: false });
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
  await letGo(otherId, 1n);
  await expect(media.rpc(maker).deleteAsset({ assetId })).rejects.toMatchObject({ reason: 'ASSET_IN_USE' });
  await letGo(filmId, 2n);
  await media.rpc(maker).deleteAsset({ assetId });
});
