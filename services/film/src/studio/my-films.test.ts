import { Code } from '@connectrpc/connect';
import { ProjectType } from '@marquee/contracts/film/v1/film_pb';
import { type ListMyFilmsResponse, MyFilmsSort } from '@marquee/contracts/film/v1/studio_pb';
import { newId } from '@marquee/data/ids';
import * as stats from '../statistics/stats.ts';
import { type FilmHarness, filmService, type Maker } from '../testing/film-service.ts';

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});

/** Makes drafts of these titles, each a second newer than the one before. */
async function drafts(maker: Maker, titles: readonly string[]): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const filmTitle of titles) {
    film.clock.advance(1_000);
    const request = { requestId: newId(), filmTitle, projectType: ProjectType.SHORT };
    ids[filmTitle] = (await maker.studio.createFilm(request)).film?.film?.id ?? '';
  }
  return ids;
}

type Order = { sort?: MyFilmsSort; ascending?: boolean; query?: string };

/** The titles of all pages of two films each, one behind the other. */
async function titlesBy(maker: Maker, order: Order): Promise<string[]> {
  const titles: string[] = [];
  let page: ListMyFilmsResponse | undefined;
  do {
    page = await maker.studio.listMyFilms({ ...order, pageSize: 2, cursor: page?.nextCursor ?? '' });
    titles.push(...page.films.map((entry) => entry.film?.filmTitle ?? ''));
  } while (page.nextCursor !== '');
  return titles;
}

test('My Content is sorted by the server in each order and both directions, page by page [STU-01:sort]', async () => {
  const maker = film.maker();
  const ids = await drafts(maker, ['Salt', 'Ébano', 'light', 'Dust', 'Zinc']);
  const count = (title: string, amounts: Parameters<typeof stats.add>[2]) =>
    stats.add(film.db, ids[title] ?? '', amounts);
  await count('Ébano', { views: 10, stars4: 2 });
  await count('Salt', { views: 2, stars5: 1 });
  await stats.fold(film.platform.db);
  // Not summed yet, and shown and sorted all the same.
  await count('Salt', { views: 9, stars1: 1 });
  await count('light', { views: 2, stars5: 1 });

  const orders = {
    [MyFilmsSort.UNSPECIFIED]: ['Zinc', 'Dust', 'light', 'Ébano', 'Salt'],
    [MyFilmsSort.ADDED]: ['Zinc', 'Dust', 'light', 'Ébano', 'Salt'],
    [MyFilmsSort.TITLE]: ['Zinc', 'Salt', 'light', 'Ébano', 'Dust'],
    [MyFilmsSort.VIEWS]: ['Salt', 'Ébano', 'light', 'Zinc', 'Dust'],
    [MyFilmsSort.RATING]: ['light', 'Ébano', 'Salt', 'Zinc', 'Dust'],
  };
  for (const [name, titles] of Object.entries(orders)) {
    const sort: MyFilmsSort = Number(name);
    expect([name, await titlesBy(maker, { sort })]).toEqual([name, titles]);
    expect([name, await titlesBy(maker, { sort, ascending: true })]).toEqual([name, titles.toReversed()]);
  }
  const { films } = await maker.studio.listMyFilms({ sort: MyFilmsSort.VIEWS });
  expect(films[0]?.film).toMatchObject({ userRating: 3, ratingCount: 2, counters: { viewCount: 11n } });
});

test('a search of My Content finds by the words of a title, and only own films [STU-01:search]', async () => {
  const maker = film.maker();
  await drafts(maker, ['Salt Road', 'Salt Lake', 'Dust']);
  await drafts(film.maker(), ['Salt Mine']);
  await film.indexed();
  const order = { sort: MyFilmsSort.TITLE, ascending: true };
  expect(await titlesBy(maker, { query: 'salt', ...order })).toEqual(['Salt Lake', 'Salt Road']);
  expect(await titlesBy(maker, { query: 'sal roa', ...order })).toEqual(['Salt Road']);
  expect(await titlesBy(maker, { query: 'mine', ...order })).toEqual([]);
});

test('who is no Pro any more chooses among the films that they own, and edits none [FES-04:own]', async () => {
  const maker = film.maker();
  const { Salt: filmId } = await drafts(maker, ['Salt']);
  const lover = film.lover({ accountId: maker.viewer.accountId });
  expect((await lover.studio.listMyFilms({})).films.map((entry) => entry.film?.filmTitle)).toEqual(['Salt']);
  expect((await film.maker().studio.listMyFilms({})).films).toEqual([]);
  const edit = { requestId: newId(), filmId: filmId ?? '', logLine: 'A ferryman waits.' };
  await expect(lover.studio.updateFilm(edit)).rejects.toMatchObject({ code: Code.PermissionDenied });
  await expect(film.visitor().studio.listMyFilms({})).rejects.toMatchObject({ code: Code.Unauthenticated });
});

test('a cursor of one order is refused by another, and an order that does not exist too', async () => {
  const maker = film.maker();
  await drafts(maker, ['Salt', 'Dust']);
  const { nextCursor: cursor } = await maker.studio.listMyFilms({ pageSize: 1, sort: MyFilmsSort.TITLE });
  const refused = { reason: 'CURSOR_INVALID' };
  await expect(maker.studio.listMyFilms({ cursor, sort: MyFilmsSort.VIEWS })).rejects.toMatchObject(refused);
  await expect(maker.studio.listMyFilms({ cursor, sort: MyFilmsSort.TITLE, ascending: true })).rejects.toMatchObject(
    refused,
  );
  await expect(maker.studio.listMyFilms({ sort: 99 as MyFilmsSort })).rejects.toMatchObject({
    reason: 'INVALID_INPUT',
  });
});
