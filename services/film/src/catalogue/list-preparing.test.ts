import { AssetKind } from '@marquee/contracts/film/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { PREPARING_FILMS_MAX } from '@marquee/rules/catalogue';
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { viewers } from '@marquee/testing/viewers';
import { completeFields, filmService } from '../testing/film-service.ts';
import { listPreparing } from './list-preparing.ts';

const service = await filmService();

/** A film of a maker whose video is being transcoded. */
async function preparingFilm() {
  const maker = service.maker();
  const { film } = await maker.studio.createFilm({ requestId: newId(), ...completeFields });
  const filmId = film?.film?.id ?? '';
  const video = service.media.addVideo(maker.viewer.accountId);
  await maker.studio.setFilmAsset({ requestId: newId(), filmId, kind: AssetKind.FILM_VIDEO, mediaId: video.id });
  await service.media.startTranscode(video.id);
  await eventually(async () => (await maker.catalogue.listPreparing({ filmIds: [filmId] })).films.length === 1);
  return { maker, filmId, video };
}

test('a film that is being prepared says how far it is, to those who may see it, until it can be watched [STU-06:progress]', async () => {
  const { maker, filmId, video } = await preparingFilm();
  const ask = { filmIds: [filmId, filmId, newId(), 'no id'] };
  const transcode = service.media.asset(video.id).transcode;
  if (transcode) transcode.progressPercent = 42;

  const [mine] = (await maker.catalogue.listPreparing(ask)).films;
  expect(mine).toMatchObject({ filmId, progressPercent: 42, waiting: false });
  expect((await service.staff().catalogue.listPreparing(ask)).films).toHaveLength(1);
  expect((await service.maker().catalogue.listPreparing(ask)).films).toEqual([]);
  expect((await service.visitor().catalogue.listPreparing(ask)).films).toEqual([]);

  await service.db.query('UPDATE films SET published = true, is_approved = true, released_at = now() WHERE id = $1', [
    filmId,
  ]);
  expect((await service.visitor().catalogue.listPreparing(ask)).films).toHaveLength(1);
  const { rails } = await service.visitor().catalogue.getFeed({});
  expect(rails[0]?.films.find(({ id }) => id === filmId)?.preparing).toBe(true);
  const ownPage = async () => (await service.visitor().catalogue.getFilm({ filmId })).film?.preparing;
  expect(await ownPage()).toBe(true);

  await service.media.completeTranscode(video.id);
  await eventually(async () => (await service.visitor().catalogue.listPreparing(ask)).films.length === 0);
  const feed = await service.visitor().catalogue.getFeed({});
  expect(feed.rails[0]?.films.find(({ id }) => id === filmId)?.preparing).toBe(false);
  expect(await ownPage()).toBe(false);
});

test('a film whose transcode media does not know of yet waits', async () => {
  const { maker, filmId, video } = await preparingFilm();
  const { transcode } = service.media.asset(video.id);
  service.media.asset(video.id).transcode = undefined;
  const { films } = await maker.catalogue.listPreparing({ filmIds: [filmId] });
  expect(films).toMatchObject([{ filmId, progressPercent: 0, waiting: true }]);
  if (transcode) service.media.asset(video.id).transcode = transcode;
});

test('more films than the limit are refused', async () => {
  const filmIds = Array.from({ length: PREPARING_FILMS_MAX + 1 }, () => newId());
  await expect(service.visitor().catalogue.listPreparing({ filmIds })).rejects.toMatchObject({
    message: expect.stringContaining('too much'),
  });
});

test('while media does not answer every film waits, which is logged', async () => {
  const { log, said } = recordingLog();
  const filmId = newId();
  const progress = () => Promise.reject(new Error('media does not answer'));
  const resources = { db: { query: async () => [{ id: filmId, mediaId: 'm' }] }, media: { progress }, log };
  const films = await listPreparing(resources as never, viewers.staff(), { filmIds: [filmId] });
  expect(films).toEqual([{ filmId, progressPercent: 0, waiting: true }]);
  expect(said()).toEqual(['the progress of transcodes is not known']);
});
