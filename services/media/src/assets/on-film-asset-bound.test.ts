import { FilmAssetBoundSchema } from '@marquee/contracts/events/v1/film_pb';
import { eventually } from '@marquee/testing/eventually';
import { publishEvent } from '@marquee/testing/publish-event';
import { mediaService } from '../testing/media-service.ts';

async function boundAsset() {
  const media = await mediaService();
  const maker = media.maker();
  const created = await media.create(maker, 1_000);
  const assetId = (created.headers.get('location') ?? '').slice('/uploads/'.length);
  /** An event of film, applied. */
  const heard = async (filmId: string, bound: boolean, aggregateVersion: bigint) => {
    const { bus, clock } = media.platform;
    const aggregate = { aggregateId: assetId, aggregateVersion, occurredAt: clock.now() };
    const id = await publishEvent(bus, FilmAssetBoundSchema, { filmId, mediaId: assetId, bound }, aggregate);
    await eventually(async () => {
      const rows = await media.platform.db.query('SELECT 1 FROM inbox WHERE event_id = $1', [id]);
      return rows.length === 1;
    });
  };
  const signals: bigint[] = [];
  media.platform.signals.subscribe(`asset:${assetId}`, ({ version }) => signals.push(BigInt(version)));
  const version = async () => (await media.rpc(maker).getAsset({ assetId })).asset?.version;
  return {
    db: media.platform.db,
    signals,
    version,
    heard,
    film: media.film(),
    newId: media.newId,
    assetId,
    remove: () => media.rpc(maker).deleteAsset({ assetId }),
  };
}

test('a file that its film released can be deleted, one of another film not', async () => {
  const { db, heard, film, newId, assetId, remove, signals, version } = await boundAsset();
  const [filmId, otherId] = [newId(), newId()];
  await film.bindAsset({ assetId, filmId });
  await eventually(async () => expect(signals).toEqual([await version()]));
  await heard(otherId, false, 1n);
  await expect(remove()).rejects.toMatchObject({ reason: 'ASSET_IN_USE' });
  await heard(filmId, false, 2n);
  // The event of the other film changed nothing that a page shows.
  await eventually(async () => expect(signals.slice(1)).toEqual([await version()]));
  await remove();
  // A transcode that is cancelled may be writing for a minute.
  const later =
    "SELECT prefix FROM garbage WHERE due_at > now() AND due_at <= now() + interval '60 seconds' ORDER BY 1";
  expect(await db.query(later)).toEqual([{ prefix: `renditions/${assetId}/` }, { prefix: `texts/${assetId}/` }]);
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
