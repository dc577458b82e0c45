import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { FeaturedFilmsChangedSchema } from '@marquee/contracts/events/v1/film_pb';
import { FeaturedState } from '@marquee/contracts/film/v1/back_office_pb';
import { FilmActionKind } from '@marquee/contracts/film/v1/moderation_pb';
import { newId } from '@marquee/data/ids';
import { createOutbox } from '@marquee/events/outbox';
import { FEATURED_LIMITS } from '@marquee/rules/featured';
import { importFilm } from '../seed/import-film.ts';
import { completeFields, type FilmHarness, filmService } from '../testing/film-service.ts';

const MINUTE_MS = 60_000;

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});
// The list is the site's: each test begins with an empty one.
beforeEach(async () => {
  await film.db.query('DELETE FROM featured_films');
});

async function inFeed(title: string, more: object = {}): Promise<string> {
  const id = newId();
  film.clock.advance(MINUTE_MS);
  await importFilm({ db: film.db, outbox: createOutbox(film), signals: film.platform.signals, clock: film.clock }, {
    ...{ id, createdBy: newId(), createdAt: film.clock.now(), published: true, isApproved: true },
    fields: { ...completeFields, projectType: 'FEATURE', filmTitle: title },
    ...more,
  } as Parameters<typeof importFilm>[1]);
  return id;
}

const inMinutes = (minutes: number) => timestampFromDate(new Date(film.clock.now().getTime() + minutes * MINUTE_MS));
const feature = (filmId: string, more: object = {}) =>
  film.staff().backOffice.featureFilm({ requestId: newId(), filmId, ...more });
const hero = async () => (await film.visitor().catalogue.getFeed({})).hero?.id;
const ids = (list: { films: { film?: { id: string } }[] }) => list.films.map(({ film }) => film?.id);
const states = (list: { films: { state: FeaturedState }[] }) => list.films.map(({ state }) => FeaturedState[state]);

test('the large film is the first that staff picked, and the next one when that is removed [FLM-01:hero]', async () => {
  const [one, two, newest] = [await inFeed('One'), await inFeed('Two'), await inFeed('Newest')];
  expect(await hero()).toBe(newest);
  expect(states(await feature(two))).toEqual(['SHOWN']);
  expect(states(await feature(one))).toEqual(['SHOWN', 'NEXT']);
  expect(await hero()).toBe(two);
  const { backOffice } = film.staff();
  expect(ids(await backOffice.moveFeaturedFilm({ requestId: newId(), filmId: one, place: 0 }))).toEqual([one, two]);
  expect(await hero()).toBe(one);
  await backOffice.unfeatureFilm({ filmId: one });
  expect(ids(await backOffice.unfeatureFilm({ filmId: one }))).toEqual([two]);
  expect(await hero()).toBe(two);
});

test('a pick is shown from its start to its end, to the millisecond [FLM-01:hero]', async () => {
  const [picked, always] = [await inFeed('Picked'), await inFeed('Always')];
  await feature(always);
  const later = await feature(picked, { startsAt: inMinutes(1), endsAt: inMinutes(2), place: 0 });
  expect(ids(later)).toEqual([picked, always]);
  expect(states(later)).toEqual(['SCHEDULED', 'SHOWN']);
  const { backOffice } = film.staff();
  const listed = async () => states(await backOffice.listFeaturedFilms({}));
  film.clock.advance(MINUTE_MS - 1);
  expect(await hero()).toBe(always);
  film.clock.advance(1);
  expect(await hero()).toBe(picked);
  expect(await listed()).toEqual(['SHOWN', 'NEXT']);
  film.clock.advance(MINUTE_MS - 1);
  expect(await hero()).toBe(picked);
  film.clock.advance(1);
  expect(await hero()).toBe(always);
  expect(await listed()).toEqual(['ENDED', 'SHOWN']);
});

test('a film that is not in the feed waits in the list, and is never shown [FLM-01:hero]', async () => {
  const shown = await inFeed('In the feed');
  const draft = await inFeed('Draft', { published: false });
  expect(states(await feature(draft))).toEqual(['HIDDEN']);
  expect(states(await feature(shown))).toEqual(['HIDDEN', 'SHOWN']);
  expect(await hero()).toBe(shown);
});

test('dates are set again without moving the film, and an end before the start is refused at its field', async () => {
  const [one, two] = [await inFeed('One'), await inFeed('Two')];
  await feature(one);
  await feature(two);
  const endsAt = inMinutes(5);
  const changed = await feature(one, { endsAt });
  expect(ids(changed)).toEqual([one, two]);
  expect(changed.films[0]).toMatchObject({ endsAt });
  expect((await feature(one)).films[0]?.endsAt).toBeUndefined();
  await expect(feature(one, { startsAt: inMinutes(5), endsAt: inMinutes(5) })).rejects.toMatchObject({
    ...{ code: Code.InvalidArgument, reason: 'INVALID_INPUT' },
    fields: [{ field: 'endsAt', message: 'The end has to be after the start.' }],
  });
});

test('a removed pick comes back to its place with its dates', async () => {
  const [one, two, three] = [await inFeed('One'), await inFeed('Two'), await inFeed('Three')];
  const endsAt = inMinutes(60);
  for (const filmId of [one, two, three]) await feature(filmId, { endsAt });
  const { backOffice } = film.staff();
  await backOffice.unfeatureFilm({ filmId: two });
  const back = await feature(two, { endsAt, place: 1 });
  expect(ids(back)).toEqual([one, two, three]);
  expect(back.films[1]?.endsAt).toEqual(endsAt);
});

test('two who pick at once end with both films in the list', async () => {
  const [one, two] = [await inFeed('One'), await inFeed('Two')];
  await Promise.all([feature(one), feature(two)]);
  expect(ids(await film.staff().backOffice.listFeaturedFilms({})).toSorted()).toEqual([one, two].toSorted());
});

test('each change publishes an event in the order of the list, which drops the cached home page', async () => {
  const before = (await film.published(FeaturedFilmsChangedSchema)).length;
  const filmId = await inFeed('One');
  await feature(filmId);
  await film.staff().backOffice.moveFeaturedFilm({ requestId: newId(), filmId, place: 9 });
  for (let i = 0; i < 2; i++) await film.staff().backOffice.unfeatureFilm({ filmId });
  const events = (await film.published(FeaturedFilmsChangedSchema)).slice(before);
  expect(events.map((event) => event.filmId)).toEqual([filmId, filmId, filmId]);
  const versions = (await film.history('featured-films')).map(({ version }) => version);
  expect(versions).toEqual(versions.toSorted((a, b) => Number(a - b)));
  expect(new Set(versions).size).toBe(versions.length);
});

test('the history of a film says when it was picked, moved and removed, and for which days', async () => {
  const [filmId, other] = [await inFeed('One'), await inFeed('Two')];
  await feature(other);
  await feature(filmId);
  const endsAt = inMinutes(5);
  await feature(filmId, { endsAt });
  const { backOffice, moderation } = film.staff();
  await backOffice.moveFeaturedFilm({ requestId: newId(), filmId, place: 0 });
  await backOffice.unfeatureFilm({ filmId });
  const { actions } = await moderation.listFilmActions({ filmId });
  expect(actions.slice(0, 4).map(({ kind, changes }) => [FilmActionKind[kind], changes])).toMatchObject([
    ['UNFEATURED', []],
    ['FEATURED_MOVED', [{ field: 'place', before: '2', after: '1' }]],
    ['FEATURED', [{ field: 'endsAt', before: '', after: timestampDate(endsAt).toISOString() }]],
    ['FEATURED', []],
  ]);
});

test('what is not there is not found, and a full list takes no more', async () => {
  const { backOffice } = film.staff();
  for (const filmId of [newId(), 'no-id']) {
    await expect(feature(filmId)).rejects.toMatchObject({ code: Code.NotFound, reason: 'FILM_NOT_FOUND' });
    const move = backOffice.moveFeaturedFilm({ requestId: newId(), filmId, place: 0 });
    await expect(move).rejects.toMatchObject({ code: Code.NotFound, reason: 'FILM_NOT_FOUND' });
    expect(ids(await backOffice.unfeatureFilm({ filmId }))).toEqual([]);
  }
  const move = backOffice.moveFeaturedFilm({ requestId: newId(), filmId: await inFeed('Not picked'), place: 0 });
  await expect(move).rejects.toMatchObject({ code: Code.NotFound, reason: 'NOT_FEATURED' });
  const first = await inFeed('First');
  await feature(first);
  await film.db.query(
    `WITH made AS (
       INSERT INTO films (id, film_title, project_type, created_by, created_at, updated_by, updated_at)
       SELECT gen_random_uuid(), 'Filler', 'SHORT', $1, now(), $1, now() FROM generate_series(2, $2::int) RETURNING id)
     INSERT INTO featured_films (film_id, position, updated_by, updated_at) SELECT id, 9, $1, now() FROM made`,
    [newId(), FEATURED_LIMITS.filmsMax],
  );
  await expect(feature(await inFeed('One more'))).rejects.toMatchObject({
    ...{ code: Code.FailedPrecondition, reason: 'FEATURED_FULL' },
  });
  expect((await feature(first)).films).toHaveLength(FEATURED_LIMITS.filmsMax);
});

test('a film that is removed for good leaves the list', async () => {
  const filmId = await inFeed('Gone');
  await feature(filmId);
  await film.staff().backOffice.removeFilm({ filmId });
  expect(ids(await film.staff().backOffice.listFeaturedFilms({}))).toEqual([]);
});
