import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import {
  AccountBlockedSchema,
  AccountReinstatedSchema,
  AccountSuspendedSchema,
} from '@marquee/contracts/events/v1/identity_pb';
import { newId } from '@marquee/data/ids';
import { DIARY_ENTRIES_MAX } from '@marquee/rules/diary';
import { eventually } from '@marquee/testing/eventually';
import { type FilmHarness, filmService } from '../testing/film-service.ts';
import { dayWatched } from './day-watched.ts';

let film: FilmHarness;
let filmId: string;
let other: string;
beforeAll(async () => {
  film = await filmService();
  filmId = await film.releasedFilm(film.maker(), { filmTitle: 'Salt' });
  other = await film.releasedFilm(film.maker(), { filmTitle: 'Amber' });
});

const entry = (watchedOn: string, more = {}) => ({ requestId: newId(), filmId, watchedOn, ...more });
const known = async (name = 'Mara') => {
  const lover = film.lover();
  await film.introduce(lover.viewer, name, 'Lind');
  return lover;
};

test('a diary holds each day a film was watched, the last first, with stars and rewatches [FLM-14:diary]', async () => {
  const lover = film.lover();
  await lover.diary.addDiaryEntry(entry('2026-11-02', { rating: 3, tags: ['rain', 'rain'] }));
  await lover.diary.addDiaryEntry(entry('2026-11-19', { rating: 5, rewatch: true }));
  await lover.diary.addDiaryEntry(entry('2026-10-30', { filmId: other }));
  const { entries, total, shown } = await lover.diary.listDiary({});
  expect(entries).toMatchObject([
    {
      watchedOn: '2026-11-19',
      rating: 5,
      rewatch: true,
      available: true,
      reviewed: false,
      film: { filmTitle: 'Salt' },
    },
    { watchedOn: '2026-11-02', rating: 3, rewatch: false, tags: ['rain'] },
    { watchedOn: '2026-10-30', rating: 0, film: { filmTitle: 'Amber' } },
  ]);
  expect({ total, shown }).toEqual({ total: 3, shown: false });
  const first = await lover.diary.listDiary({ pageSize: 2 });
  const second = await lover.diary.listDiary({ pageSize: 2, cursor: first.nextCursor });
  expect([...first.entries, ...second.entries].map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
  expect([first.total, second.total]).toEqual([3, 0]);
  expect((await lover.diary.listDiary({ filmId: other })).entries).toMatchObject([{ watchedOn: '2026-10-30' }]);
  expect((await lover.diary.listDiary({ filmId: 'x' })).entries).toEqual([]);
  expect((await film.lover().diary.listDiary({})).entries).toEqual([]);
});

test('the stars of the last day are the rating of the film; an earlier day changes nothing [FLM-14:diary]', async () => {
  const lover = film.lover();
  const rating = async () => (await lover.reviews.getUserRating({ filmId })).review?.rating;
  await lover.reviews.rateFilm({ requestId: newId(), filmId, rating: 2, message: 'Slow.' });
  await lover.diary.addDiaryEntry(entry('2026-11-10'));
  expect(await rating()).toBe(2);
  await lover.diary.addDiaryEntry(entry('2026-11-12', { rating: 4 }));
  expect(await rating()).toBe(4);
  await lover.diary.addDiaryEntry(entry('2026-11-01', { rating: 1 }));
  expect(await rating()).toBe(4);
  const { entries } = await lover.diary.listDiary({});
  expect(entries.every(({ reviewed }) => reviewed)).toBe(true);
  expect((await lover.reviews.getUserRating({ filmId })).review?.message).toBe('Slow.');
});

test('an entry is changed and deleted by its author, and put back within a day [FLM-14:diary]', async () => {
  const lover = film.lover();
  const { entry: added } = await lover.diary.addDiaryEntry(entry('2026-11-02', { rating: 3 }));
  const entryId = added?.id ?? '';
  const change = { entryId, watchedOn: '2026-11-03', rating: 4, rewatch: true, tags: ['night'] };
  expect(await lover.diary.updateDiaryEntry(change)).toMatchObject({
    entry: { id: entryId, watchedOn: '2026-11-03', rating: 4, rewatch: true, tags: ['night'] },
  });
  const stranger = film.lover();
  const missing = { reason: 'DIARY_ENTRY_NOT_FOUND' };
  await expect(stranger.diary.updateDiaryEntry(change)).rejects.toMatchObject(missing);
  await expect(stranger.diary.setDiaryEntryDeleted({ entryId, deleted: true })).rejects.toMatchObject(missing);
  await expect(lover.diary.updateDiaryEntry({ ...change, entryId: 'x' })).rejects.toMatchObject(missing);
  await expect(lover.diary.setDiaryEntryDeleted({ entryId: 'x', deleted: true })).rejects.toMatchObject(missing);
  const days = async () => (await lover.diary.listDiary({})).entries.map(({ watchedOn }) => watchedOn);
  await lover.diary.setDiaryEntryDeleted({ entryId, deleted: true });
  expect(await days()).toEqual([]);
  await expect(lover.diary.updateDiaryEntry(change)).rejects.toMatchObject(missing);
  await lover.diary.setDiaryEntryDeleted({ entryId, deleted: false });
  expect(await days()).toEqual(['2026-11-03']);
  await lover.diary.setDiaryEntryDeleted({ entryId, deleted: true });
  film.clock.advance(25 * 3_600_000);
  await eventually(async () =>
    expect(await film.db.query('SELECT FROM diary_entries WHERE id = $1', [entryId])).toEqual([]),
  );
  await expect(lover.diary.setDiaryEntryDeleted({ entryId, deleted: false })).rejects.toMatchObject(missing);
});

test('an entry is not put back into a diary that is full by then [FLM-14:diary]', async () => {
  const lover = film.lover();
  const { entry: added } = await lover.diary.addDiaryEntry(entry('2026-11-02'));
  const entryId = added?.id ?? '';
  await lover.diary.setDiaryEntryDeleted({ entryId, deleted: true });
  await film.db.query(
    `INSERT INTO diary_entries (id, account_id, film_id, watched_on, rating, rewatch, tags, created_at, updated_at)
     SELECT gen_random_uuid(), $1, $2, '2026-11-01', 0, false, '{}', now(), now() FROM generate_series(1, $3::int)`,
    [lover.viewer.accountId, filmId, DIARY_ENTRIES_MAX],
  );
  const putBack = () => lover.diary.setDiaryEntryDeleted({ entryId, deleted: false });
  await expect(putBack()).rejects.toMatchObject({ reason: 'DIARY_FULL' });
  await expect(lover.diary.addDiaryEntry(entry('2026-11-02'))).rejects.toMatchObject({ reason: 'DIARY_FULL' });
  expect((await lover.diary.listDiary({ pageSize: 1 })).total).toBe(DIARY_ENTRIES_MAX);
  await film.db.query(
    `DELETE FROM diary_entries WHERE id IN (SELECT id FROM diary_entries WHERE account_id = $1 AND id <> $2 LIMIT 1)`,
    [lover.viewer.accountId, entryId],
  );
  await putBack();
  expect((await lover.diary.listDiary({ pageSize: 1 })).total).toBe(DIARY_ENTRIES_MAX);
});

test('a day that has begun nowhere yet, half stars and too many tags are refused [FLM-14:diary]', async () => {
  const lover = film.lover();
  const tomorrow = new Date(film.clock.now().getTime() + 36 * 3_600_000).toISOString().slice(0, 10);
  const refused = async (more: object, field: string) =>
    expect(lover.diary.addDiaryEntry({ ...entry('2026-11-02'), ...more })).rejects.toMatchObject({
      fields: [{ field }],
    });
  for (const watchedOn of ['', 'yesterday', '2026-02-30', '1887-12-31', tomorrow]) {
    await refused({ watchedOn }, 'watchedOn');
  }
  await refused({ rating: 6 }, 'rating');
  await refused({ tags: Array.from({ length: 11 }, (_, i) => `tag ${i}`) }, 'tags');
  await expect(lover.diary.addDiaryEntry({ ...entry('2026-11-02'), filmId: newId() })).rejects.toMatchObject({
    reason: 'FILM_NOT_FOUND',
  });
  const draft = await film.completeFilm(film.maker());
  const gone = { reason: 'FILM_NOT_AVAILABLE' };
  await expect(lover.diary.addDiaryEntry({ ...entry('2026-11-02'), filmId: draft })).rejects.toMatchObject(gone);
  await expect(lover.diary.setFavouriteFilms({ filmIds: [draft] })).rejects.toMatchObject(gone);
});

test('a day has begun once it has begun anywhere, which is fourteen hours before it does in UTC', () => {
  const midnight = new Date('2026-11-21T00:00:00Z');
  const before = (ms: number) => new Date(midnight.getTime() - ms);
  expect(dayWatched('2026-11-21', before(14 * 3_600_000))).toEqual(midnight);
  expect(() => dayWatched('2026-11-21', before(14 * 3_600_000 + 1))).toThrow();
});

test('others see a diary only while its person shows it, and never with a block between them [FLM-14:diary] [SET-08:diary]', async () => {
  const [author, reader] = [await known(), film.lover()];
  const personId = author.viewer.accountId;
  await author.diary.addDiaryEntry(entry('2026-11-02'));
  const hidden = { reason: 'DIARY_NOT_SHOWN', code: Code.NotFound };
  await expect(reader.diary.listDiary({ personId })).rejects.toMatchObject(hidden);
  expect(await author.diary.setDiaryShown({ shown: true })).toMatchObject({ shown: true });
  expect((await reader.diary.listDiary({ personId })).entries).toHaveLength(1);
  expect((await film.visitor().diary.listDiary({ personId })).entries).toHaveLength(1);
  await expect(film.visitor().diary.listDiary({})).rejects.toMatchObject(hidden);
  await author.diary.setDiaryShown({ shown: false });
  await expect(film.visitor().diary.listDiary({ personId })).rejects.toMatchObject(hidden);
  await author.diary.setDiaryShown({ shown: true });

  const id = newId();
  await film.deliver(
    AccountBlockedSchema,
    create(AccountBlockedSchema, { blockId: id, blockerId: personId, blockedId: reader.viewer.accountId }),
    id,
  );
  await expect(reader.diary.listDiary({ personId })).rejects.toMatchObject(hidden);
  await film.db.query('UPDATE people SET is_private = true WHERE id = $1', [personId]);
  await expect(film.visitor().diary.listDiary({ personId })).rejects.toMatchObject(hidden);
  expect((await author.diary.listDiary({ personId })).entries).toHaveLength(1);
});

test('others do not see the films in a diary that are not available, its person does [FLM-14:diary]', async () => {
  const author = await known('Nora');
  const personId = author.viewer.accountId;
  const taken = await film.releasedFilm(film.maker(), { filmTitle: 'Withdrawn' });
  await author.diary.setDiaryShown({ shown: true });
  await author.diary.addDiaryEntry(entry('2026-11-02'));
  await author.diary.addDiaryEntry(entry('2026-11-03', { filmId: taken }));
  await film.db.query('UPDATE films SET is_approved = false, film_title = $2 WHERE id = $1', [taken, 'Secret']);
  const titles = async (as = film.visitor(), more = {}) => {
    const { entries, total } = await as.diary.listDiary({ personId, ...more });
    return { titles: entries.map((listed) => listed.film?.filmTitle), total };
  };
  expect(await titles()).toEqual({ titles: ['Salt'], total: 1 });
  expect((await titles(film.visitor(), { filmId: taken })).titles).toEqual([]);
  expect(await titles(author as never)).toEqual({ titles: ['Secret', 'Salt'], total: 2 });
});

test('nobody else sees the diary and favourites of somebody who is suspended [FLM-14:diary] [FLM-14:favourites]', async () => {
  const author = await known('Ida');
  const accountId = author.viewer.accountId;
  const personId = accountId;
  await author.diary.addDiaryEntry(entry('2026-11-02'));
  await author.diary.setDiaryShown({ shown: true });
  await author.diary.setFavouriteFilms({ filmIds: [filmId] });
  const favourites = async () => (await film.visitor().diary.listFavouriteFilms({ personId })).films.length;
  expect(await favourites()).toBe(1);
  await film.deliver(AccountSuspendedSchema, create(AccountSuspendedSchema, { accountId }), accountId, 5n);
  await film.introduce(author.viewer, 'Ida', 'Lind', 6n);
  expect(await favourites()).toBe(0);
  await expect(film.visitor().diary.listDiary({ personId })).rejects.toMatchObject({ reason: 'DIARY_NOT_SHOWN' });
  // One that is late changes nothing.
  await film.deliver(AccountReinstatedSchema, create(AccountReinstatedSchema, { accountId }), accountId, 4n);
  expect(await favourites()).toBe(0);
  await film.deliver(AccountReinstatedSchema, create(AccountReinstatedSchema, { accountId }), accountId, 7n);
  expect(await favourites()).toBe(1);
  expect((await film.visitor().diary.listDiary({ personId })).entries).toHaveLength(1);
});

test('four favourites stand on the profile in their order; those not available are left out [FLM-14:favourites]', async () => {
  const lover = await known('Ada');
  const personId = lover.viewer.accountId;
  const titles = async (as = film.visitor()) =>
    (await as.diary.listFavouriteFilms({ personId })).films.map(({ filmTitle }) => filmTitle);
  await lover.diary.setFavouriteFilms({ filmIds: [filmId, other] });
  await lover.diary.setFavouriteFilms({ filmIds: [other, filmId] });
  expect(await titles()).toEqual(['Amber', 'Salt']);
  await expect(lover.diary.setFavouriteFilms({ filmIds: [other, other] })).rejects.toMatchObject({
    fields: [{ field: 'filmIds', message: 'Each film can be chosen once.' }],
  });
  const five = { filmIds: Array.from({ length: 5 }, () => newId()) };
  await expect(lover.diary.setFavouriteFilms(five)).rejects.toMatchObject({ fields: [{ field: 'filmIds' }] });
  await film.db.query('UPDATE films SET is_approved = false WHERE id = $1', [other]);
  expect(await titles()).toEqual(['Salt']);
  await film.db.query('UPDATE films SET is_approved = true WHERE id = $1', [other]);
  await film.db.query('UPDATE people SET is_private = true WHERE id = $1', [personId]);
  expect(await titles()).toEqual([]);
  expect(await titles(lover as never)).toEqual(['Amber', 'Salt']);
  expect(await film.visitor().diary.listFavouriteFilms({ personId: 'nobody' })).toMatchObject({ films: [] });
});
