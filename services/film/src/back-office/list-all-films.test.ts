import { AllFilmsSort, type ListAllFilmsRequest } from '@marquee/contracts/film/v1/back_office_pb';
import { ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

// Its own database: the lists are of all films.
let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
  const [ana, bo] = [film.maker(), film.maker()];
  await film.introduce(ana.viewer, 'Ana', 'Souto');
  await film.introduce(bo.viewer, 'Élodie', 'Brun');
  for (const [maker, filmTitle, releaseType] of [
    [ana, 'Écume', ReleaseType.WATCH_NOW],
    [bo, 'dawn', ReleaseType.TRAILER],
    [ana, 'Fog', ReleaseType.SCREENING],
  ] as const) {
    film.clock.advance(1_000);
    const filmId = await film.completeFilm(maker, { filmTitle });
    await maker.studio.updateFilm({ requestId: newId(), filmId, releaseType });
    // Released, and so in no queue.
    if (filmTitle === 'dawn') {
      await film.staff().backOffice.setFilmFlags({ requestId: newId(), filmId, published: true, isApproved: true });
    }
  }
});

/** The titles of the list, one a page. */
async function titles(list: Partial<ListAllFilmsRequest> = {}): Promise<string[]> {
  const shown: string[] = [];
  let cursor = '';
  do {
    const { $typeName: _, ...request } = { $typeName: '', ...list };
    const page = await film.staff().backOffice.listAllFilms({ ...request, pageSize: 1, cursor });
    shown.push(...page.films.map((row) => row.film?.filmTitle ?? ''));
    cursor = page.nextCursor;
  } while (cursor);
  return shown;
}

test('all films come newest first, page by page [ADF-01:read]', async () => {
  expect(await titles()).toEqual(['Fog', 'dawn', 'Écume']);
});

test.each([
  [AllFilmsSort.ADDED, ['Écume', 'dawn', 'Fog']],
  [AllFilmsSort.TITLE, ['dawn', 'Écume', 'Fog']],
  [AllFilmsSort.MAKER, ['Écume', 'Fog', 'dawn']],
  [AllFilmsSort.VISIBILITY, ['Écume', 'Fog', 'dawn']],
  [AllFilmsSort.RELEASE_TYPE, ['Fog', 'dawn', 'Écume']],
])('films are sorted by column %s both ways, over several pages', async (sort, ascending) => {
  expect(await titles({ sort })).toEqual(ascending);
  expect(await titles({ sort, descending: true })).toEqual(ascending.toReversed());
});

test('a cursor of one order is refused by another', async () => {
  const { backOffice } = film.staff();
  const { nextCursor: cursor } = await backOffice.listAllFilms({ pageSize: 1, sort: AllFilmsSort.TITLE });
  for (const other of [{}, { sort: AllFilmsSort.MAKER }, { sort: AllFilmsSort.TITLE, descending: true }]) {
    await expect(backOffice.listAllFilms({ pageSize: 1, cursor, ...other })).rejects.toMatchObject({
      reason: 'CURSOR_INVALID',
    });
  }
  await expect(backOffice.listAllFilms({ sort: 99 as AllFilmsSort })).rejects.toMatchObject({
    reason: 'INVALID_INPUT',
  });
});

test('the queue has the oldest first, says since when each film waits, and where a film stands in it', async () => {
  const { backOffice, moderation } = film.staff();
  const ids: Record<string, string> = {};
  for (const filmTitle of ['Second', 'First', 'Third']) {
    ids[filmTitle] = await film.completeFilm(film.maker(), { filmTitle });
  }
  const waits = (filmTitle: string) => {
    film.clock.advance(60_000);
    return film.staff().backOffice.setFilmFlags({ requestId: newId(), filmId: ids[filmTitle] ?? '', published: true });
  };
  for (const filmTitle of ['First', 'Second', 'Third']) await waits(filmTitle);
  expect(await titles({ awaitingApproval: true })).toEqual(['First', 'Second', 'Third']);
  expect(await titles({ sort: AllFilmsSort.WAITING, descending: true })).toEqual(['Third', 'Second', 'First']);
  const { films } = await backOffice.listAllFilms({ awaitingApproval: true });
  const since = films.map((row) => Number(row.waitingSince?.seconds));
  expect(since.map((at) => at - (since[0] ?? 0))).toEqual([0, 60, 120]);

  const place = (filmTitle: string) => moderation.getQueuePlace({ filmId: ids[filmTitle] ?? '' });
  expect(await place('First')).toMatchObject({ position: 1, size: 3, previousFilmId: '', nextFilmId: ids.Second });
  expect(await place('Second')).toMatchObject({ position: 2, previousFilmId: ids.First, nextFilmId: ids.Third });
  expect(await place('Third')).toMatchObject({ position: 3, previousFilmId: ids.Second, nextFilmId: '' });

  await backOffice.setFilmFlags({ requestId: newId(), filmId: ids.Second ?? '', isApproved: true });
  expect(await place('Second')).toMatchObject({ position: 0, size: 2, previousFilmId: '', nextFilmId: ids.First });
  // What changes in a film that waits does not change its place.
  await backOffice.setFilmDistribution({ requestId: newId(), filmId: ids.First ?? '', tv: false });
  expect(await titles({ awaitingApproval: true })).toEqual(['First', 'Third']);
});
