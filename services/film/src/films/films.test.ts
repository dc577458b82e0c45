import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { completeFields, type FilmHarness, filmService } from '../testing/film-service.ts';

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});

test('a film that does not exist is not found, whatever is asked of it', async () => {
  const maker = film.maker();
  for (const filmId of [newId(), 'no-id']) {
    for (const call of [
      film.visitor().catalogue.getFilm({ filmId }),
      film.visitor().watch.getFilmAccess({ filmId }),
      maker.studio.getMyFilm({ filmId }),
      maker.studio.publishFilm({ requestId: newId(), filmId }),
    ]) {
      await expect(call).rejects.toMatchObject({ reason: 'FILM_NOT_FOUND' });
    }
  }
});

test('staff find films by whether they are published', async () => {
  const maker = film.maker();
  const draft = await film.completeFilm(maker);
  const { backOffice } = film.staff();
  const listed = async (published: boolean) =>
    (await backOffice.listAllFilms({ published, pageSize: 100 })).films.some((row) => row.film?.id === draft);
  expect([await listed(false), await listed(true)]).toEqual([true, false]);
});

test('a film that is deleted is gone', async () => {
  const maker = film.maker();
  const filmId = await film.completeFilm(maker);
  await maker.studio.deleteFilm({ requestId: newId(), filmId });
  await expect(maker.studio.getMyFilm({ filmId })).rejects.toMatchObject({ reason: 'FILM_NOT_FOUND' });
});

test('a request that is repeated with its id in capitals is the same request, and a film is found by both', async () => {
  const maker = film.maker();
  const requestId = newId();
  const made = async (id: string) =>
    (await maker.studio.createFilm({ requestId: id, ...completeFields })).film?.film?.id ?? '';
  const filmId = await made(requestId);
  expect(await made(requestId.toUpperCase())).toBe(filmId);
  expect((await maker.studio.getMyFilm({ filmId: filmId.toUpperCase() })).film?.film?.id).toBe(filmId);
});

test('a premiere that was stopped is on again by another time, and not by the same one', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const at = (ms: number) => timestampFromDate(new Date(film.clock.now().getTime() + ms));
  const plan = (screeningStartTime: ReturnType<typeof at>) =>
    maker.studio.updateFilm({ requestId: newId(), filmId, releaseType: ReleaseType.SCREENING, screeningStartTime });
  const isStopped = async () => (await film.visitor().premieres.getPremiere({ filmId })).premiere?.stopped;
  const [first, second] = [at(3_600_000), at(7_200_000)];
  await plan(first);
  await maker.premieres.stopPremiere({ requestId: newId(), filmId });
  await plan(first);
  expect(await isStopped()).toBe(true);
  await plan(second);
  expect(await isStopped()).toBe(false);
});
