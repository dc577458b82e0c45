import { FilmRemovedSchema } from '@marquee/contracts/events/v1/film_pb';
import { AssetKind } from '@marquee/contracts/film/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});

test('each change of what a film shows publishes an event under its id and version, and a signal', async () => {
  const maker = film.maker();
  const filmId = await film.completeFilm(maker);
  const { backOffice } = film.staff();
  const request = () => ({ requestId: newId(), filmId });
  const signals = film.signalsOf(filmId);
  const start = (await film.history(filmId)).length;

  const steps: [() => Promise<unknown>, string[]][] = [
    [() => maker.studio.publishFilm(request()), ['FilmPublished']],
    [
      () => backOffice.setFilmFlags({ ...request(), isApproved: true }),
      ['FilmApproved', 'FilmReleased', 'FilmDecided'],
    ],
    [() => maker.studio.updateFilm({ ...request(), logLine: 'Another.' }), ['FilmEdited']],
    [() => maker.studio.unpublishFilm(request()), ['FilmUnpublished']],
    [() => maker.studio.unpublishFilm(request()), []],
    [() => maker.studio.publishFilm(request()), ['FilmPublished', 'FilmReleased']],
    [() => maker.studio.publishFilm(request()), []],
    [() => maker.studio.updateFilm({ ...request(), published: false }), ['FilmUnpublished']],
    [() => backOffice.setFilmFlags({ ...request(), published: true }), ['FilmPublished', 'FilmReleased']],
    [() => backOffice.setFilmFlags({ ...request(), published: false }), ['FilmUnpublished']],
    [() => backOffice.setFilmFlags({ ...request(), isApproved: false }), ['FilmApproved', 'FilmDecided']],
    [() => backOffice.setFilmDistribution({ ...request(), tv: false }), ['FilmEdited']],
    [() => maker.studio.deleteFilm(request()), ['FilmRemoved']],
  ];
  for (const [step, types] of steps) {
    const before = (await film.history(filmId)).length;
    const heard = signals.length;
    await step();
    const events = (await film.history(filmId)).slice(before);
    expect(events.map(({ type }) => type)).toEqual(types);
    expect(signals.slice(heard)).toEqual(types.length > 0 ? [events.at(-1)?.version] : []);
  }
  const versions = (await film.history(filmId)).slice(start).map(({ version }) => version);
  expect(versions.every((version, index) => index === 0 || version > (versions[index - 1] ?? 0n))).toBe(true);
});

test('a film that staff remove is removed for all: its event, its signal, and its assets', async () => {
  const filmId = await film.releasedFilm(film.maker());
  const signals = film.signalsOf(filmId);
  await film.staff().backOffice.removeFilm({ filmId });
  const [removed] = (await film.published(FilmRemovedSchema)).filter((event) => event.filmId === filmId);
  expect(removed).toBeDefined();
  const last = (await film.history(filmId)).at(-1);
  expect(last?.type).toBe('FilmRemoved');
  expect(signals).toEqual([last?.version]);
});

test('a picture of a film signals its page', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const request = () => ({ requestId: newId(), filmId });
  const mediaId = film.media.addPicture(maker.viewer.accountId).id;
  const signals = film.signalsOf(filmId);
  const writes: (() => Promise<unknown>)[] = [
    () => maker.studio.setFilmAsset({ ...request(), kind: AssetKind.POSTER_IMAGE, mediaId }),
    () => maker.studio.removeFilmAsset({ ...request(), kind: AssetKind.POSTER_IMAGE }),
  ];
  for (const write of writes) {
    const before = signals.length;
    await write();
    expect(signals).toHaveLength(before + 1);
  }
});
