import { create } from '@bufbuild/protobuf';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { AccountBlockedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { ImportKind, MatchState } from '@marquee/contracts/film/v1/imports_pb';
import { newId } from '@marquee/data/ids';
import { FILM_LIST_FILMS_MAX, FILM_LISTS_MAX } from '@marquee/rules/film-lists';
import { type FilmHarness, filmService } from '../testing/film-service.ts';
import * as listed from './list-films.ts';

let film: FilmHarness;
let salt: string;
let amber: string;
let taken: string;
beforeAll(async () => {
  film = await filmService();
  const maker = film.maker();
  salt = await film.releasedFilm(maker, { filmTitle: 'Salt' });
  amber = await film.releasedFilm(maker, { filmTitle: 'Amber' });
  taken = await film.releasedFilm(maker, { filmTitle: 'Taken' });
});

const fields = { title: 'Rain', description: 'Films with rain.', ranked: true, isPublic: true };
const missing = { reason: 'LIST_NOT_FOUND' };
async function author(name = 'Mara') {
  const lover = film.lover();
  await film.introduce(lover.viewer, name, 'Lind');
  return lover;
}
type Lover = Awaited<ReturnType<typeof author>>;
const made = async ({ lists }: Lover, more = {}) =>
  (await lists.createList({ requestId: newId(), ...fields, ...more })).listId;
const titles = async (as: Pick<Lover, 'lists'>, listId: string) =>
  (await as.lists.getList({ listId })).films.map((one) => one.film?.filmTitle);

test('a list holds films in an order that its owner sets, and everybody sees it while it is public [FLM-14:lists]', async () => {
  const lover = await author();
  const listId = await made(lover);
  await lover.lists.setListFilms({ listId, filmIds: [amber, salt] });
  const { list } = await film.visitor().lists.getList({ listId });
  expect(list).toMatchObject({
    ...{ ...fields, isOwn: false, filmCount: 2, owner: { id: lover.viewer.accountId, firstName: 'Mara' } },
    firstFilms: [{ filmTitle: 'Amber' }, { filmTitle: 'Salt' }],
  });
  await lover.lists.setListed({ listId, filmId: taken, listed: true });
  await lover.lists.setListed({ listId, filmId: taken, listed: true });
  await lover.lists.setListFilms({ listId, filmIds: [taken, salt, amber] });
  expect(await titles(film.visitor(), listId)).toEqual(['Taken', 'Salt', 'Amber']);
  await lover.lists.setListed({ listId, filmId: salt, listed: false });
  expect(await titles(lover, listId)).toEqual(['Taken', 'Amber']);

  await lover.lists.updateList({ listId, ...fields, title: 'Storms', ranked: false, isPublic: false });
  expect((await lover.lists.getList({ listId })).list).toMatchObject({ title: 'Storms', ranked: false, isOwn: true });
  await expect(film.visitor().lists.getList({ listId })).rejects.toMatchObject(missing);
  await lover.lists.deleteList({ listId });
  await lover.lists.deleteList({ listId });
  await expect(lover.lists.getList({ listId })).rejects.toMatchObject(missing);
});

test('a profile shows the lists that are public; their owner sees all, and on which a film is [FLM-14:lists]', async () => {
  const lover = await author();
  const personId = lover.viewer.accountId;
  const [open, closed] = [await made(lover), await made(lover, { title: 'Mine', isPublic: false })];
  await lover.lists.setListed({ listId: open, filmId: salt, listed: true });
  const { lists: shown } = await film.lover().lists.listLists({ personId });
  expect(shown).toMatchObject([{ id: open, filmCount: 1, isOwn: false, firstFilms: [{ filmTitle: 'Salt' }] }]);
  const { lists: own } = await lover.lists.listLists({ filmId: salt });
  expect(new Map(own.map(({ id, hasFilm }) => [id, hasFilm]))).toEqual(
    new Map([
      [open, true],
      [closed, false],
    ]),
  );
  expect((await film.visitor().lists.listLists({})).lists).toEqual([]);
});

test('nobody else changes a list, and a block or a private profile hides it [FLM-14:lists] [SET-08:lists]', async () => {
  const [lover, stranger] = [await author(), film.lover()];
  const listId = await made(lover);
  await expect(stranger.lists.updateList({ listId, ...fields })).rejects.toMatchObject(missing);
  await expect(stranger.lists.setListFilms({ listId, filmIds: [] })).rejects.toMatchObject(missing);
  await expect(stranger.lists.setListed({ listId, filmId: salt, listed: true })).rejects.toMatchObject(missing);
  await stranger.lists.deleteList({ listId });
  expect((await stranger.lists.getList({ listId })).list?.title).toBe('Rain');
  const block = { blockId: newId(), blockerId: lover.viewer.accountId, blockedId: stranger.viewer.accountId };
  await film.deliver(AccountBlockedSchema, create(AccountBlockedSchema, block), block.blockId);
  await expect(stranger.lists.getList({ listId })).rejects.toMatchObject(missing);
  expect((await stranger.lists.listLists({ personId: lover.viewer.accountId })).lists).toEqual([]);
  await film.db.query('UPDATE people SET is_private = true WHERE id = $1', [lover.viewer.accountId]);
  await expect(film.visitor().lists.getList({ listId })).rejects.toMatchObject(missing);
});

test('a film that is not available any more stays on a list, for its owner alone [FLM-14:lists]', async () => {
  const lover = await author();
  const listId = await made(lover);
  await lover.lists.setListFilms({ listId, filmIds: [taken, salt] });
  await film.db.query('UPDATE films SET is_approved = false WHERE id = $1', [taken]);
  const { films, list } = await film.visitor().lists.getList({ listId });
  expect([films.length, list?.filmCount]).toEqual([1, 1]);
  const own = await lover.lists.getList({ listId });
  expect(own).toMatchObject({
    list: { filmCount: 2 },
    films: [{ available: false, film: { filmTitle: 'Taken', logLine: '' } }, { available: true }],
  });
  await lover.lists.setListFilms({ listId, filmIds: [salt, taken] });
  const other = await made(lover);
  await expect(lover.lists.setListed({ listId: other, filmId: taken, listed: true })).rejects.toMatchObject({
    reason: 'FILM_NOT_AVAILABLE',
  });
  await expect(lover.lists.setListFilms({ listId: other, filmIds: [taken] })).rejects.toMatchObject({
    reason: 'FILM_NOT_AVAILABLE',
  });
  await lover.lists.setListed({ listId, filmId: taken, listed: false });
  expect(await titles(lover, listId)).toEqual(['Salt']);
});

test('lists and films of a list have limits, and a title is needed [FLM-14:lists]', async () => {
  const lover = await author();
  const refused = (more: object, field: string) =>
    expect(lover.lists.createList({ requestId: newId(), ...fields, ...more })).rejects.toMatchObject({
      fields: [{ field }],
    });
  await refused({ title: ' ' }, 'title');
  await refused({ title: 'x'.repeat(81) }, 'title');
  await refused({ description: 'x'.repeat(1001) }, 'description');
  const listId = await made(lover);
  await expect(lover.lists.setListFilms({ listId, filmIds: [salt, salt] })).rejects.toMatchObject({
    fields: [{ field: 'filmIds' }],
  });
  const many = Array.from({ length: FILM_LIST_FILMS_MAX + 1 }, newId);
  await expect(lover.lists.setListFilms({ listId, filmIds: many })).rejects.toMatchObject({
    fields: [{ field: 'filmIds' }],
  });
  await film.db.query(
    `INSERT INTO film_lists (id, account_id, title, created_at, updated_at)
     SELECT gen_random_uuid(), $1, 'More', now(), now() FROM generate_series(2, $2::int)`,
    [lover.viewer.accountId, FILM_LISTS_MAX],
  );
  await expect(made(lover)).rejects.toMatchObject({ reason: 'LISTS_FULL' });
});

test('only a change makes a list newer, and what is not there is not found [FLM-14:lists]', async () => {
  const lover = await author();
  const listId = await made(lover);
  await lover.lists.setListFilms({ listId, filmIds: [salt] });
  const changed = async () => {
    const { list } = await lover.lists.getList({ listId });
    return list?.updatedAt && timestampDate(list.updatedAt).getTime();
  };
  const at = async (change: () => Promise<unknown>) => {
    film.clock.advance(1_000);
    await change();
    return (await changed()) === film.clock.now().getTime();
  };
  expect(await at(() => lover.lists.setListFilms({ listId, filmIds: [salt] }))).toBe(false);
  expect(await at(() => lover.lists.setListed({ listId, filmId: salt, listed: true }))).toBe(false);
  expect(await at(() => lover.lists.setListed({ listId, filmId: amber, listed: false }))).toBe(false);
  expect(await at(() => lover.lists.setListed({ listId, filmId: 'x', listed: false }))).toBe(false);
  expect(await at(() => lover.lists.updateList({ listId, ...fields }))).toBe(false);
  expect(await at(() => lover.lists.setListed({ listId, filmId: amber, listed: true }))).toBe(true);
  expect(await at(() => lover.lists.setListFilms({ listId, filmIds: [amber, salt] }))).toBe(true);
  expect(await at(() => lover.lists.updateList({ listId, ...fields, title: 'Storms' }))).toBe(true);
  const importing = { importId: newId(), kind: ImportKind.LIST, listId, rows: [{ line: 2, filmId: taken }] };
  await film.db.query('UPDATE films SET is_approved = true WHERE id = $1', [taken]);
  expect(await at(() => lover.imports.importRows(importing))).toBe(true);
  for (const unknown of [newId(), 'x']) {
    await expect(lover.lists.getList({ listId: unknown })).rejects.toMatchObject(missing);
    await expect(lover.lists.updateList({ listId: unknown, ...fields })).rejects.toMatchObject(missing);
    await expect(lover.lists.setListFilms({ listId: unknown, filmIds: [] })).rejects.toMatchObject(missing);
    await expect(lover.lists.setListed({ listId: unknown, filmId: salt, listed: true })).rejects.toMatchObject(missing);
    await lover.lists.deleteList({ listId: unknown });
  }
  // Whether a film is on it is for its owner alone; a full list takes no more.
  const { lists: seen } = await film.lover().lists.listLists({ personId: lover.viewer.accountId, filmId: salt });
  expect(seen).toMatchObject([{ id: listId, hasFilm: false }]);
  await film.db.query(
    `INSERT INTO films SELECT (jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid(), 'is_approved', false))).*
     FROM films f, generate_series(1, $2) WHERE f.id = $1`,
    [salt, FILM_LIST_FILMS_MAX],
  );
  await lover.lists.setListFilms({ listId, filmIds: [] });
  await film.db.query(
    `INSERT INTO list_films (list_id, film_id, position)
     SELECT $1, id, row_number() OVER () FROM films WHERE id NOT IN ($2, $3) LIMIT $4`,
    [listId, salt, amber, FILM_LIST_FILMS_MAX - 1],
  );
  await lover.lists.setListed({ listId, filmId: salt, listed: true });
  await expect(lover.lists.setListed({ listId, filmId: amber, listed: true })).rejects.toMatchObject({
    reason: 'LIST_FULL',
  });
});

test('a file is imported into an own list in its order, once, and taken back [FLM-14:lists] [FLM-14:import]', async () => {
  const [lover, stranger] = [await author(), film.lover()];
  const [listId, importId] = [await made(lover), newId()];
  await lover.lists.setListed({ listId, filmId: amber, listed: true });
  const rows = [
    { line: 2, name: 'Salt', filmYear: 0 },
    { line: 3, name: 'Amber', filmYear: 0 },
  ];
  const { matches } = await lover.imports.matchRows({ kind: ImportKind.LIST, listId, rows });
  expect(matches.map(({ state }) => state)).toEqual([MatchState.FOUND, MatchState.ALREADY_THERE]);
  const part = {
    ...{ importId, kind: ImportKind.LIST, listId },
    rows: [
      { line: 2, filmId: salt },
      { line: 3, filmId: amber },
    ],
  };
  expect(await lover.imports.importRows(part)).toMatchObject({ addedCount: 1, keptCount: 1 });
  expect(await lover.imports.importRows(part)).toMatchObject({ addedCount: 0, keptCount: 2 });
  expect(await titles(lover, listId)).toEqual(['Amber', 'Salt']);
  await expect(stranger.imports.importRows({ ...part, importId: newId() })).rejects.toMatchObject(missing);
  await expect(stranger.imports.matchRows({ kind: ImportKind.LIST, listId, rows })).rejects.toMatchObject(missing);
  expect(await lover.imports.undoImport({ importId })).toMatchObject({ leftCount: 0 });
  expect(await titles(lover, listId)).toEqual(['Amber']);
});

test('somebody who shows no list costs no look for films', async () => {
  const statements: unknown[] = [];
  const db = { query: async (statement: unknown) => statements.push(statement) } as never;
  expect(await listed.list(db, { listIds: [], all: false, limit: 4 })).toEqual([]);
  expect(statements).toEqual([]);
});
