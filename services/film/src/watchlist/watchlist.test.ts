import { Code } from '@connectrpc/connect';
import { ProjectType } from '@marquee/contracts/film/v1/film_pb';
import { WatchlistSort } from '@marquee/contracts/film/v1/watchlist_pb';
import { newId } from '@marquee/data/ids';
import { WATCHLIST_FILMS_MAX } from '@marquee/rules/watchlist';
import { eventually } from '@marquee/testing/eventually';
import { type FilmHarness, filmService, type Maker } from '../testing/film-service.ts';

let film: FilmHarness;
let maker: Maker;
const films: Record<'salt' | 'amber' | 'quarry', string> = { salt: '', amber: '', quarry: '' };
beforeAll(async () => {
  film = await filmService();
  maker = film.maker();
  const { FEATURE, SHORT } = ProjectType;
  const salt = { filmTitle: 'Salt', projectType: SHORT, releaseDate: '2024-05-01', genres: ['Drama'] };
  const amber = { filmTitle: 'Amber', projectType: FEATURE, releaseDate: '2026-01-01', genres: ['Comedy'] };
  const quarry = { filmTitle: 'The Quarry', projectType: FEATURE, releaseDate: '', genres: ['Drama'] };
  films.salt = await film.releasedFilm(maker, salt);
  films.amber = await film.releasedFilm(maker, amber);
  films.quarry = await film.releasedFilm(maker, { ...quarry, releaseDate: '2020-02-02' });
});

const hide = (filmId: string) => film.db.query('UPDATE films SET is_approved = false WHERE id = $1', [filmId]);
const show = (filmId: string) => film.db.query('UPDATE films SET is_approved = true WHERE id = $1', [filmId]);

async function listed(of: ReturnType<FilmHarness['lover']>, request = {}) {
  const { items, total } = await of.watchlist.listWatchlist(request);
  return { titles: items.map((item) => item.film?.filmTitle), total };
}

async function withAll() {
  const lover = film.lover();
  for (const filmId of [films.salt, films.quarry, films.amber]) {
    await lover.watchlist.setWatchlisted({ filmId, watchlisted: true });
    film.clock.advance(1_000);
  }
  return lover;
}

test('a film is put on the watchlist once and taken off; nobody else sees it [FLM-14:watchlist]', async () => {
  const [lover, other] = [film.lover(), film.lover()];
  const filmId = films.salt;
  await lover.watchlist.setWatchlisted({ filmId, watchlisted: true });
  await lover.watchlist.setWatchlisted({ filmId, watchlisted: true });
  expect(await listed(lover)).toEqual({ titles: ['Salt'], total: 1 });
  expect(await lover.watchlist.listWatchlistIds({})).toMatchObject({ filmIds: [filmId] });
  expect((await lover.watch.getFilmAccess({ filmId })).watchlisted).toBe(true);
  expect(await listed(other)).toEqual({ titles: [], total: 0 });
  expect((await other.watch.getFilmAccess({ filmId })).watchlisted).toBe(false);
  await lover.watchlist.setWatchlisted({ filmId, watchlisted: false });
  await lover.watchlist.setWatchlisted({ filmId, watchlisted: false });
  expect(await listed(lover)).toEqual({ titles: [], total: 0 });
  await expect(film.visitor().watchlist.listWatchlist({})).rejects.toMatchObject({ code: Code.Unauthenticated });
});

test('a watchlist is sorted and filtered, and comes in pages [FLM-14:watchlist]', async () => {
  const lover = await withAll();
  const titles = async (request = {}) => (await listed(lover, request)).titles;
  expect(await titles()).toEqual(['Amber', 'The Quarry', 'Salt']);
  expect(await titles({ sort: WatchlistSort.TITLE })).toEqual((await titles()).toSorted());
  expect(await titles({ sort: WatchlistSort.RELEASED })).toEqual(['Amber', 'Salt', 'The Quarry']);
  await film.db.query(
    'UPDATE films SET running_time = CASE id WHEN $1::uuid THEN 0 WHEN $2::uuid THEN 7200 ELSE 600 END',
    [films.amber, films.quarry],
  );
  expect(await titles({ sort: WatchlistSort.LENGTH })).toEqual(['Salt', 'The Quarry', 'Amber']);
  expect(await titles({ projectType: ProjectType.SHORT })).toEqual(['Salt']);
  expect(await listed(lover, { genre: 'Drama' })).toEqual({ titles: ['The Quarry', 'Salt'], total: 3 });
  for (const sort of [0, WatchlistSort.TITLE, WatchlistSort.RELEASED, WatchlistSort.LENGTH]) {
    const first = await lover.watchlist.listWatchlist({ sort, pageSize: 2 });
    const second = await lover.watchlist.listWatchlist({ sort, pageSize: 2, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map((item) => item.film?.filmTitle)).toEqual(await titles({ sort }));
    expect(second.nextCursor).toBe('');
    await expect(
      lover.watchlist.listWatchlist({ sort: 9 as WatchlistSort, cursor: first.nextCursor }),
    ).rejects.toMatchObject({
      code: Code.InvalidArgument,
    });
  }
});

test('a film that is not available any more stays, marked, with what it is known by alone [FLM-14:watchlist]', async () => {
  const lover = await withAll();
  await hide(films.quarry);
  const { items } = await lover.watchlist.listWatchlist({});
  expect(items.map(({ available }) => available)).toEqual([true, false, true]);
  expect(items[1]?.film).toMatchObject({
    filmTitle: 'The Quarry',
    releaseYear: 2020,
    projectType: ProjectType.FEATURE,
  });
  expect(items[1]?.film).toMatchObject({ logLine: '', genres: [], directors: [] });
  expect(items[1]?.film?.poster).toBeUndefined();
  expect(items[0]?.film?.poster).toBeDefined();
  expect(await listed(lover, { availableOnly: true })).toEqual({ titles: ['Amber', 'Salt'], total: 3 });
  await expect(
    film.lover().watchlist.setWatchlisted({ filmId: films.quarry, watchlisted: true }),
  ).rejects.toMatchObject({ reason: 'FILM_NOT_AVAILABLE' });
  await lover.watchlist.setWatchlisted({ filmId: films.quarry, watchlisted: false });
  expect(await listed(lover)).toEqual({ titles: ['Amber', 'Salt'], total: 2 });
  // Taken off by mistake: it comes back to its place although it is not available.
  await lover.watchlist.setWatchlisted({ filmId: films.quarry, watchlisted: true, undo: true });
  expect(await listed(lover)).toEqual({ titles: ['Amber', 'The Quarry', 'Salt'], total: 3 });
  await show(films.quarry);
});

test('who has not had a film on the list cannot put it there by an undo, and a day later nobody can [FLM-14:watchlist]', async () => {
  const lover = await withAll();
  const filmId = films.quarry;
  await lover.watchlist.setWatchlisted({ filmId, watchlisted: false });
  await hide(filmId);
  const undo = { filmId, watchlisted: true, undo: true };
  await expect(film.lover().watchlist.setWatchlisted(undo)).rejects.toMatchObject({ reason: 'FILM_NOT_AVAILABLE' });
  film.clock.advance(25 * 3_600_000);
  await eventually(async () =>
    expect(await film.db.query('SELECT FROM watchlist_films WHERE removed_at IS NOT NULL')).toEqual([]),
  );
  await expect(lover.watchlist.setWatchlisted(undo)).rejects.toMatchObject({ reason: 'FILM_NOT_AVAILABLE' });
  await show(filmId);
  await lover.watchlist.setWatchlisted(undo);
  expect((await listed(lover)).titles).toEqual(['The Quarry', 'Amber', 'Salt']);
});

test('a full watchlist says so [FLM-14:watchlist]', async () => {
  const full = film.lover();
  await full.watchlist.setWatchlisted({ filmId: films.amber, watchlisted: true });
  await full.watchlist.setWatchlisted({ filmId: films.amber, watchlisted: false });
  await film.db.query(
    `WITH f AS (
       INSERT INTO films (id, film_title, project_type, created_by, created_at, updated_by, updated_at)
       SELECT gen_random_uuid(), 'Many', 'SHORT', $1, now(), $1, now() FROM generate_series(1, $2::int) RETURNING id
     ) INSERT INTO watchlist_films (account_id, film_id, added_at) SELECT $1, id, now() FROM f`,
    [full.viewer.accountId, WATCHLIST_FILMS_MAX],
  );
  await expect(full.watchlist.setWatchlisted({ filmId: films.salt, watchlisted: true })).rejects.toMatchObject({
    reason: 'WATCHLIST_FULL',
  });
  const undo = { filmId: films.amber, watchlisted: true, undo: true };
  await expect(full.watchlist.setWatchlisted(undo)).rejects.toMatchObject({ reason: 'WATCHLIST_FULL' });
  expect((await listed(full)).total).toBe(WATCHLIST_FILMS_MAX);
  await expect(full.watchlist.setWatchlisted({ filmId: newId(), watchlisted: true })).rejects.toMatchObject({
    reason: 'FILM_NOT_FOUND',
  });
});

test('the library lists what was unlocked by kind of film, with how far it was watched [FLM-11] [SET-09:unlocked-films]', async () => {
  const lover = film.lover();
  for (const filmId of [films.salt, films.amber]) {
    await lover.watch.unlockFilm({ requestId: newId(), filmId });
    film.clock.advance(1_000);
  }
  const { playbackSessionId } = await lover.watch.startPlayback({ requestId: newId(), filmId: films.salt });
  film.clock.advance(10_000);
  await lover.watch.heartbeat({ playbackSessionId, positionMs: 9_000, playedMs: 9_000 });
  const { items } = await lover.watch.listUnlockedFilms({});
  expect(items.map((item) => [item.film?.filmTitle, item.positionMs])).toEqual([
    ['Amber', 0],
    ['Salt', 9_000],
  ]);
  const { items: shorts } = await lover.watch.listUnlockedFilms({ projectType: ProjectType.SHORT });
  expect(shorts.map((item) => item.film?.filmTitle)).toEqual(['Salt']);
});
