import { ImportKind, MatchState } from '@marquee/contracts/film/v1/imports_pb';
import { newId } from '@marquee/data/ids';
import { DIARY_ENTRIES_MAX } from '@marquee/rules/diary';
import { FILM_LIST_FILMS_MAX } from '@marquee/rules/film-lists';
import { IMPORT_PART_ROWS_MAX, IMPORT_UNDO_DAYS, IMPORTS_MAX } from '@marquee/rules/imports';
import { WATCHLIST_FILMS_MAX } from '@marquee/rules/watchlist';
import { eventually } from '@marquee/testing/eventually';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

let film: FilmHarness;
let salt: string;
let other: string;
let amber: string;
beforeAll(async () => {
  film = await filmService();
  const maker = film.maker();
  salt = await film.releasedFilm(maker, { filmTitle: 'Été: Salt', releaseDate: '2026-03-14' });
  other = await film.releasedFilm(maker, { filmTitle: 'Twice', releaseDate: '2026-03-14' });
  await film.releasedFilm(maker, { filmTitle: 'Twice', releaseDate: '2026-05-01' });
  amber = await film.releasedFilm(maker, { filmTitle: 'Amber', releaseDate: '2025-03-14' });
  await film.completeFilm(maker, { filmTitle: 'Hidden' });
});

const { DIARY, RATINGS, WATCHLIST } = ImportKind;
const toMatch = (line: number, name: string, more = {}) => ({ line, name, filmYear: 2026, watchedDay: '', ...more });
const row = (line: number, filmId: string, more = {}) => ({ line, filmId, ...more });

test('rows mean films by title and year, whatever case and accents, or by the address of an own export [FLM-14:import]', async () => {
  const lover = film.lover();
  await lover.diary.addDiaryEntry({ requestId: newId(), filmId: amber, watchedOn: '2026-11-02' });
  const { matches } = await lover.imports.matchRows({
    kind: DIARY,
    rows: [
      toMatch(2, 'ETE: SALT', { watchedDay: '2026-11-02' }),
      toMatch(3, 'Twice'),
      toMatch(4, 'Amber', { filmYear: 2024 }),
      toMatch(5, 'Amber', { filmYear: 0, watchedDay: '2026-11-02' }),
      toMatch(6, 'Renamed', { uri: `https://site.example/feed/${amber}`, watchedDay: '2026-11-03' }),
      toMatch(7, 'Nothing of that name'),
      toMatch(8, 'Hidden'),
      toMatch(9, 'Twice', { filmYear: 0 }),
    ],
  });
  expect(matches.map(({ line, state, films }) => [line, MatchState[state], films.length])).toEqual([
    [2, 'FOUND', 1],
    [3, 'AMBIGUOUS', 2],
    [4, 'AMBIGUOUS', 1],
    [5, 'ALREADY_THERE', 1],
    [6, 'FOUND', 1],
    [7, 'NOT_FOUND', 0],
    [8, 'NOT_FOUND', 0],
    [9, 'AMBIGUOUS', 2],
  ]);
  expect(matches[0]?.films).toMatchObject([{ id: salt, filmTitle: 'Été: Salt', releaseYear: 2026 }]);
  expect(matches[4]?.films[0]?.id).toBe(amber);
  const refused = (asked: object, more: object) =>
    expect(lover.imports.matchRows({ kind: DIARY, rows: [toMatch(2, 'Amber')], ...asked })).rejects.toMatchObject(more);
  await refused(
    { rows: [toMatch(2, 'Amber', { watchedDay: '2027-11-30' })] },
    { fields: [{ field: 'rows.0.watchedDay' }] },
  );
  const { listId } = await film.lover().lists.createList({ requestId: newId(), title: 'Theirs' });
  for (const kind of [ImportKind.LIST, WATCHLIST]) await refused({ kind, listId }, { reason: 'LIST_NOT_FOUND' });
});

test('a part adds days, stars and tags to the diary, twice is once, and undoing takes all of it back [FLM-14:import]', async () => {
  const lover = film.lover();
  const importId = newId();
  await lover.reviews.rateFilm({ requestId: newId(), filmId: amber, rating: 2 });
  const part = {
    ...{ importId, kind: DIARY, fileName: 'diary.csv' },
    rows: [
      row(2, salt, { watchedDay: '2026-11-02', stars: 3, tags: ['rain'] }),
      row(3, salt, { watchedDay: '2026-11-05', stars: 5, rewatch: true }),
      row(4, salt, { watchedDay: '2026-11-05' }),
      row(5, amber, { watchedDay: '2026-11-06', stars: 4 }),
    ],
  };
  expect(await lover.imports.importRows(part)).toMatchObject({ addedCount: 3, keptCount: 1 });
  expect(await lover.imports.importRows(part)).toMatchObject({ addedCount: 0, keptCount: 4 });
  expect((await lover.diary.listDiary({})).entries).toMatchObject([
    { watchedOn: '2026-11-06', rating: 4 },
    { watchedOn: '2026-11-05', rating: 5, rewatch: true },
    { watchedOn: '2026-11-02', rating: 3, tags: ['rain'] },
  ]);
  const rating = async (filmId: string) => (await lover.reviews.getUserRating({ filmId })).review?.rating;
  expect([await rating(salt), await rating(amber)]).toEqual([5, 2]);
  const stars = async () => (await film.visitor().reviews.listReviews({ filmId: salt })).ratingHistogram;
  expect(await stars()).toEqual([0, 0, 0, 0, 1]);
  expect((await lover.imports.listImports({})).imports).toMatchObject([
    { id: importId, kind: DIARY, fileName: 'diary.csv', addedCount: 4 },
  ]);

  expect(await lover.imports.undoImport({ importId })).toMatchObject({ leftCount: 0 });
  expect(await lover.imports.undoImport({ importId })).toMatchObject({ leftCount: 0 });
  expect((await lover.diary.listDiary({})).entries).toEqual([]);
  expect([await rating(salt), await rating(amber), await stars()]).toEqual([undefined, 2, [0, 0, 0, 0, 0]]);
  expect((await lover.imports.listImports({})).imports).toEqual([]);
  await expect(lover.imports.importRows(part)).rejects.toMatchObject({ reason: 'IMPORT_UNDONE' });
  expect(await lover.imports.importRows({ ...part, importId: newId() })).toMatchObject({ addedCount: 3 });
});

test('a day without stars rates nothing, and the stars of an earlier day do not replace those of a later one', async () => {
  const lover = film.lover();
  const add = (line: number, filmId: string, more: object) =>
    lover.imports.importRows({ importId: newId(), kind: DIARY, rows: [row(line, filmId, more)] });
  const rating = async (filmId: string) => (await lover.reviews.getUserRating({ filmId })).review?.rating;
  await add(2, amber, { watchedDay: '2026-11-02' });
  expect(await rating(amber)).toBeUndefined();
  const importId = newId();
  const rows = [
    row(2, salt, { watchedDay: '2026-11-06', stars: 4 }),
    row(3, salt, { watchedDay: '2026-11-03', stars: 1 }),
  ];
  expect(await lover.imports.importRows({ importId, kind: DIARY, rows })).toMatchObject({ addedCount: 2 });
  expect(await rating(salt)).toBe(4);
});

test('a diary, a watchlist and a list take no more than they do otherwise [FLM-14:import]', async () => {
  const lover = film.lover();
  const { accountId } = lover.viewer;
  const { listId } = await lover.lists.createList({ requestId: newId(), title: 'Full' });
  const films = (count: number) =>
    film.db.query(
      `INSERT INTO films SELECT (jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid(), 'is_approved', false))).*
       FROM films f, generate_series(1, $2) WHERE f.id = $1 AND NOT EXISTS (SELECT FROM films LIMIT 1 OFFSET $2)`,
      [salt, count],
    );
  await films(WATCHLIST_FILMS_MAX);
  const fill = (table: string, select: string, count: number) =>
    film.db.query(`INSERT INTO ${table} SELECT ${select} FROM films WHERE id NOT IN ($2, $3) ORDER BY id LIMIT $4`, [
      ...[table.startsWith('list') ? listId : accountId, salt, amber, count],
    ]);
  await fill('watchlist_films (account_id, film_id, added_at)', '$1, id, now()', WATCHLIST_FILMS_MAX - 1);
  await fill('list_films (list_id, film_id, position)', '$1, id, row_number() OVER ()', FILM_LIST_FILMS_MAX - 1);
  await film.db.query(
    `INSERT INTO diary_entries (id, account_id, film_id, watched_on, created_at, updated_at)
     SELECT gen_random_uuid(), $1, $2, '2020-01-01', now(), now() FROM generate_series(1, $3)`,
    [accountId, salt, DIARY_ENTRIES_MAX - 1],
  );
  for (const [kind, more, reason] of [
    [WATCHLIST, {}, 'WATCHLIST_FULL'],
    [ImportKind.LIST, { listId }, 'LIST_FULL'],
    [DIARY, {}, 'DIARY_FULL'],
  ] as const) {
    const add = (filmId: string) =>
      lover.imports.importRows({
        ...{ importId: newId(), kind, ...more },
        rows: [row(2, filmId, kind === DIARY ? { watchedDay: '2026-11-02' } : {})],
      });
    expect(await add(salt)).toMatchObject({ addedCount: 1 });
    await expect(add(amber)).rejects.toMatchObject({ reason });
  }
});

test('what the viewer changed since stays when ratings and a watchlist are undone [FLM-14:import]', async () => {
  const lover = film.lover();
  const [ratings, kept] = [newId(), newId()];
  await lover.watchlist.setWatchlisted({ filmId: amber, watchlisted: true });
  const rows = [row(2, salt, { stars: 4 }), row(3, other, { stars: 1 }), row(4, amber, { stars: 2 })];
  await lover.imports.importRows({ importId: ratings, kind: RATINGS, rows });
  expect(await lover.imports.importRows({ importId: kept, kind: WATCHLIST, rows })).toMatchObject({
    ...{ addedCount: 2, keptCount: 1 },
  });
  await lover.reviews.rateFilm({ requestId: newId(), filmId: other, rating: 1, message: 'No.' });
  await lover.reviews.rateFilm({ requestId: newId(), filmId: amber, rating: 5 });
  for (const importId of [ratings, kept]) await lover.imports.undoImport({ importId });
  const rating = async (filmId: string) => (await lover.reviews.getUserRating({ filmId })).review?.rating;
  expect([await rating(salt), await rating(other), await rating(amber)]).toEqual([undefined, 1, 5]);
  expect((await lover.watchlist.listWatchlistIds({})).filmIds).toEqual([amber]);
});

test('of a list, what an import added is taken back, and what was on it before stays [FLM-14:import]', async () => {
  const lover = film.lover();
  const { listId } = await lover.lists.createList({ requestId: newId(), title: 'Sea' });
  await lover.lists.setListed({ listId, filmId: amber, listed: true });
  const importId = newId();
  const rows = [row(2, salt), row(3, amber), row(4, other)];
  const added = await lover.imports.importRows({ importId, kind: ImportKind.LIST, listId, rows });
  expect(added).toMatchObject({ addedCount: 2, keptCount: 1 });
  const listed = async () => (await lover.lists.getList({ listId })).films.map(({ film: card }) => card?.id);
  expect((await listed()).sort()).toEqual([salt, amber, other].sort());
  await lover.imports.undoImport({ importId });
  expect(await listed()).toEqual([amber]);
});

test('an import is its own viewer’s, and films that are not available are left out [FLM-14:import]', async () => {
  const [lover, stranger] = [film.lover(), film.lover()];
  const importId = newId();
  const part = { importId, kind: WATCHLIST, rows: [row(2, salt), row(3, newId()), row(4, 'no id')] };
  expect(await lover.imports.importRows(part)).toMatchObject({ addedCount: 1, keptCount: 2 });
  const missing = { reason: 'IMPORT_NOT_FOUND' };
  await expect(stranger.imports.importRows(part)).rejects.toMatchObject(missing);
  await expect(stranger.imports.undoImport({ importId })).rejects.toMatchObject(missing);
  await expect(lover.imports.importRows({ ...part, importId: 'mine' })).rejects.toMatchObject(missing);
  for (const unknown of [newId(), 'mine']) {
    await expect(lover.imports.undoImport({ importId: unknown })).rejects.toMatchObject(missing);
  }
  const { listId } = await stranger.lists.createList({ requestId: newId(), title: 'Theirs' });
  for (const kind of [ImportKind.LIST, WATCHLIST]) {
    const ofAnother = { importId: newId(), kind, listId, rows: [row(2, salt)] };
    await expect(lover.imports.importRows(ofAnother)).rejects.toMatchObject({ reason: 'LIST_NOT_FOUND' });
  }
  expect((await stranger.imports.listImports({})).imports).toEqual([]);
});

test('rows without a kind, a day or stars, days in the future and parts that are too large are refused [FLM-14:import]', async () => {
  const lover = film.lover();
  const refused = (kind: ImportKind, rows: ReturnType<typeof row>[], field: string) =>
    expect(lover.imports.importRows({ importId: newId(), kind, rows })).rejects.toMatchObject({ fields: [{ field }] });
  await refused(ImportKind.UNSPECIFIED, [], 'kind');
  await refused(DIARY, [row(2, salt)], 'rows');
  await refused(DIARY, [row(2, salt, { watchedDay: '2026-02-30' })], 'rows.0.watchedDay');
  await refused(DIARY, [row(2, salt, { watchedDay: '2027-11-30' })], 'rows.0.watchedDay');
  await refused(RATINGS, [row(2, salt)], 'rows');
  const many = Array.from({ length: IMPORT_PART_ROWS_MAX + 1 }, (_, at) => row(at + 2, salt));
  await refused(WATCHLIST, many, 'rows');
  expect((await lover.imports.listImports({})).imports).toEqual([]);
});

test('two parts of the same file at once add each film once, and imports are forgotten after a time [FLM-14:import]', async () => {
  const lover = film.lover();
  const rows = [row(2, salt, { watchedDay: '2026-11-02' }), row(3, amber, { watchedDay: '2026-11-02' })];
  const parts = Array.from({ length: 4 }, () => ({ importId: newId(), kind: DIARY, rows }));
  const added = await Promise.all(parts.map((part) => lover.imports.importRows(part)));
  expect(added.map(({ addedCount }) => addedCount).toSorted()).toEqual([0, 0, 0, 2]);
  for (let left = IMPORTS_MAX - parts.length; left > 0; left -= 1) {
    await lover.imports.importRows({ importId: newId(), kind: WATCHLIST, rows: [] });
  }
  const more = { importId: newId(), kind: WATCHLIST, rows: [] };
  await expect(lover.imports.importRows(more)).rejects.toMatchObject({ reason: 'IMPORTS_FULL' });
  film.clock.advance((IMPORT_UNDO_DAYS + 1) * 86_400_000);
  await eventually(async () => expect((await lover.imports.listImports({})).imports).toEqual([]));
  expect((await lover.diary.listDiary({})).entries).toHaveLength(2);
  await lover.imports.importRows(more);
});
