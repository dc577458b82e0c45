import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { TranscodeStartedSchema } from '@marquee/contracts/events/v1/media_pb';
import { FilmSort, RailKind } from '@marquee/contracts/film/v1/catalogue_pb';
import { ProjectType, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { createOutbox } from '@marquee/events/outbox';
import { GENRES } from '@marquee/rules/genres';
import { encodeClientInfo } from '@marquee/runtime/client-info';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { importFilm } from '../seed/import-film.ts';
import { completeFields, type FilmHarness, filmService } from '../testing/film-service.ts';

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});

const importing = () => ({
  ...{ db: film.db, outbox: createOutbox(film), signals: film.platform.signals, clock: film.clock },
});

/** A film in the feed, without the way of its making. */
async function inFeed(title: string, fields: object = {}, createdBy = newId(), more: object = {}): Promise<string> {
  const id = newId();
  film.clock.advance(60_000);
  await importFilm(importing(), {
    id,
    createdBy,
    createdAt: film.clock.now(),
    published: true,
    isApproved: true,
    runningTime: 1_200,
    fields: { ...completeFields, projectType: 'FEATURE', logLine: '', filmTitle: title, genres: [], ...fields },
    awards: [{ id: newId(), festivalName: 'Porto Nights', category: 'Best film', year: 2026, winner: true }],
    ...more,
  } as Parameters<typeof importFilm>[1]);
  return id;
}

const titles = (films: { filmTitle: string }[]) => films.map(({ filmTitle }) => filmTitle);

const feed = () => film.visitor().catalogue.getFeed({});
const kinds = (rails: { kind: RailKind }[]) => rails.map(({ kind }) => RailKind[kind]);
/** Rated by so many people; resolves once the ratings are summed. */
async function rated(filmId: string, stars: number, people = 5): Promise<void> {
  for (let i = 0; i < people; i++) await film.lover().reviews.rateFilm({ requestId: newId(), filmId, rating: stars });
  await eventually(async () => (await film.db.query('SELECT 1 FROM stat_deltas LIMIT 1')).length === 0);
}

test('the feed shows published, approved films in rails and no others [FLM-01]', async () => {
  const shorts = ['one', 'two', 'three'].map((name) => inFeed(`Short ${name}`, { projectType: 'SHORT' }));
  await Promise.all(shorts);
  // One film of a genre is no rail.
  const newest = await inFeed('Newest', { genres: ['Mystery'] });
  const draft = await film.completeFilm(film.maker());
  const { rails, hero } = await feed();
  expect(rails.flatMap(({ films }) => films.map(({ id }) => id))).not.toContain(draft);
  expect(hero?.id).toBe(newest);
  expect(kinds(rails)).toEqual(['NEW']);
  for (let i = 0; i < 16; i++) await inFeed(`Long ${i}`);
  const later = await feed();
  expect(kinds(later.rails)).toEqual(['NEW', 'SHORT_FILMS']);
  const rail = later.rails[1]?.films ?? [];
  expect(rail.every(({ projectType }) => projectType === ProjectType.SHORT)).toBe(true);
  expect(titles(rail).toSorted()).toEqual(['Short one', 'Short three', 'Short two']);
});

test('no film is in two of the first three rails, and a rail that loses films is filled again [FLM-01:rails]', async () => {
  for (let i = 0; i < 40; i++)
    await inFeed(`Festival ${i}`, { genres: ['Western'] }, newId(), { festivalName: 'Porto' });
  const { rails } = await feed();
  expect(kinds(rails).slice(0, 3)).toEqual(['NEW', 'FESTIVAL_PREMIERES', 'SHORT_FILMS']);
  expect(titles(rails[0]?.films ?? [])[15]).toBe('Festival 24');
  expect(titles(rails[1]?.films ?? [])).toEqual(Array.from({ length: 16 }, (_, i) => `Festival ${23 - i}`));
  const first = rails.slice(0, 3).flatMap(({ films }) => films.map(({ id }) => id));
  expect(new Set(first).size).toBe(first.length);
  const western = rails.find(({ genre }) => genre === 'Western');
  expect(titles(western?.films ?? [])[0]).toBe('Festival 39');
});

test('the large film is one that can be watched now, of these the best rated of the new films [FLM-01:hero]', async () => {
  const maker = film.maker();
  const watchable = await film.releasedFilm(maker);
  const trailer = await film.releasedFilm(maker);
  await maker.studio.updateFilm({ requestId: newId(), filmId: trailer, releaseType: ReleaseType.TRAILER });
  await rated(trailer, 5);
  expect((await feed()).rails[0]?.films.slice(0, 2).map(({ id }) => id)).toEqual([trailer, watchable]);
  expect((await feed()).hero?.id).toBe(watchable);

  const better = await film.releasedFilm(maker);
  const newest = await film.releasedFilm(maker);
  expect((await feed()).hero?.id).toBe(newest);
  await rated(better, 4);
  expect((await feed()).hero?.id).toBe(better);
  // A bad rating is worth less than none.
  await rated(newest, 1);
  await rated(better, 1, 9);
  expect((await feed()).hero?.id).toBe(watchable);
});

test('top rated holds what is rated above the middle, the best first, and not what is in a rail before it [FLM-01:rails]', async () => {
  const [good, best, poor] = [await inFeed('Good'), await inFeed('Best'), await inFeed('Poor')];
  for (let i = 0; i < 16; i++) await inFeed(`Newer ${i}`);
  await rated(good, 4);
  await rated(best, 5);
  await rated(poor, 2);
  const top = (await feed()).rails.find(({ kind }) => kind === RailKind.TOP_RATED)?.films ?? [];
  expect(top.map(({ id }) => id).filter((id) => [good, best, poor].includes(id))).toEqual([best, good]);
  // What is not released any more is nowhere, whatever its ratings.
  await film.db.query('UPDATE films SET published = false WHERE id = $1', [best]);
  expect(JSON.stringify(await feed(), (_, value) => (typeof value === 'bigint' ? '' : value))).not.toContain(best);
});

test('films are filtered, ordered and paged without gaps or doubles [FLM-01]', async () => {
  const made: string[] = [];
  for (const letter of ['c', 'a', 'e', 'b', 'd'])
    made.push(await inFeed(`Sorted ${letter}`, { country: 'IS', genres: ['Sport'] }));
  const { catalogue } = film.visitor();
  const all = async (sort: FilmSort) => {
    const found: string[] = [];
    let cursor = '';
    do {
      const page = await catalogue.listFilms({ country: 'IS', sort, pageSize: 2, cursor });
      found.push(...titles(page.films));
      cursor = page.nextCursor;
    } while (cursor);
    return found.map((title) => title.at(-1)).join('');
  };
  expect(await all(FilmSort.NEWEST)).toBe('dbeac');
  expect(await all(FilmSort.TITLE)).toBe('abcde');
  expect((await all(FilmSort.TOP_RATED)).split('').sort().join('')).toBe('abcde');
  expect(titles((await catalogue.listFilms({ country: 'IS', genre: 'Sport', language: 'en' })).films)).toHaveLength(5);
  await inFeed('Silent f', { country: 'IS', projectType: 'SHORT', language: 'is', languages: ['is'] });
  const found = async (filter: object) => titles((await catalogue.listFilms({ country: 'IS', ...filter })).films);
  expect(await found({ genre: 'War' })).toEqual([]);
  expect(await found({ projectType: ProjectType.SHORT })).toEqual(['Silent f']);
  expect(await found({ releaseType: ReleaseType.TRAILER })).toEqual([]);
  expect(await found({ language: 'is' })).toEqual(['Silent f']);
  expect(await found({ language: 'pt' })).toHaveLength(5);

  const { nextCursor } = await catalogue.listFilms({ country: 'IS', pageSize: 2 });
  const elsewhere = catalogue.listFilms({ country: 'PT', pageSize: 2, cursor: nextCursor });
  await expect(elsewhere).rejects.toMatchObject({ code: Code.InvalidArgument, reason: 'CURSOR_INVALID' });
});

test('screenings are listed by what comes next: running, upcoming by date, past with the latest first, undated [FLM-01:screenings]', async () => {
  const HOUR_MS = 3_600_000;
  const starts: Record<string, number | null> = {
    ...{ 'over long ago': -48, 'next week': 168, running: -1, 'no date': null, tomorrow: 24, 'over today': -5 },
  };
  for (const title of Object.keys(starts)) await inFeed(title, { country: 'GL' });
  for (const [title, hours] of Object.entries(starts)) {
    const start = hours === null ? null : new Date(film.clock.now().getTime() + hours * HOUR_MS);
    await film.db.query(
      `UPDATE films SET release_type = 'SCREENING', screening_start_time = $2, running_time = 7200
       WHERE film_title = $1 AND country = 'GL'`,
      [title, start],
    );
  }
  const { catalogue } = film.visitor();
  const list = { country: 'GL', releaseType: ReleaseType.SCREENING, pageSize: 2 };
  const found: string[] = [];
  let cursor = '';
  do {
    const page = await catalogue.listFilms({ ...list, cursor });
    found.push(...titles(page.films));
    cursor = page.nextCursor;
  } while (cursor);
  expect(found).toEqual(['running', 'tomorrow', 'next week', 'over today', 'over long ago', 'no date']);
  const newest = await catalogue.listFilms({ ...list, sort: FilmSort.NEWEST, pageSize: 6 });
  expect(titles(newest.films)).toEqual(Object.keys(starts).toReversed());
});

test('a filter or an order that the contract does not know is refused at its field, none is the default [FLM-01]', async () => {
  await inFeed('Anything');
  const { catalogue } = film.visitor();
  for (const field of ['sort', 'releaseType', 'projectType']) {
    await expect(catalogue.listFilms({ [field]: 99 })).rejects.toMatchObject({
      code: Code.InvalidArgument,
      reason: 'INVALID_INPUT',
      fields: [{ field, message: 'Please choose from the list.' }],
    });
    expect(titles((await catalogue.listFilms({ [field]: 0 })).films)).toContain('Anything');
  }
});

test('a film has all the fields that its page shows [FLM-02] [ENT-02:contract]', async () => {
  const maker = film.maker();
  await film.introduce(maker.viewer, 'Ines', 'Prado');
  const filmId = await film.releasedFilm(maker);
  const { film: page } = await film.visitor().catalogue.getFilm({ filmId });
  expect(page).toMatchObject({
    ...completeFields,
    id: filmId,
    createdBy: maker.viewer.accountId,
    directors: [],
    published: true,
    isApproved: true,
    isFree: true,
    usdCost: 0n,
    isFestivalWinner: false,
    runningTime: 600,
    userRating: 0,
    ratingCount: 0,
    commentCount: 0,
    hasFilm: true,
    hasTrailer: true,
    distribution: { website: true, mobile: true, tv: true },
    ratingHistogram: [0, 0, 0, 0, 0],
  });
  expect(page?.posterUri).toBe(page?.poster?.uri);
  expect(page?.trailerThumbnailUri).toBe(page?.trailerThumbnail?.uri);
  expect(page?.createdAt).toBeDefined();
  expect(page?.updatedAt).toBeDefined();
});

test("an unknown film is 'Film not found', one that is not released 'Film Not Available' [FLM-09]", async () => {
  const maker = film.maker();
  const filmId = await film.completeFilm(maker);
  const { catalogue } = film.visitor();
  for (const unknown of [newId(), 'no-id', '']) {
    await expect(catalogue.getFilm({ filmId: unknown })).rejects.toMatchObject({
      code: Code.NotFound,
      reason: 'FILM_NOT_FOUND',
      message: 'Film not found',
    });
  }
  const unavailable = { code: Code.NotFound, reason: 'FILM_NOT_AVAILABLE', message: 'Film Not Available' };
  await expect(catalogue.getFilm({ filmId })).rejects.toMatchObject(unavailable);
  await expect(catalogue.getFilm({ filmId, preview: true })).rejects.toMatchObject(unavailable);
  await expect(film.maker().catalogue.getFilm({ filmId, preview: true })).rejects.toMatchObject(unavailable);
  await expect(maker.catalogue.getFilm({ filmId })).rejects.toMatchObject(unavailable);
  expect((await maker.catalogue.getFilm({ filmId, preview: true })).film?.id).toBe(filmId);
  expect((await film.staff().catalogue.getFilm({ filmId, preview: true })).film?.id).toBe(filmId);

  await maker.studio.publishFilm({ requestId: newId(), filmId });
  await expect(catalogue.getFilm({ filmId })).rejects.toMatchObject(unavailable);
});

test('the Edit Page link is for ADMIN and the creator of the film [FLM-08:access]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const canEdit = async ({ watch }: ReturnType<typeof film.visitor>) => (await watch.getFilmAccess({ filmId })).canEdit;
  expect(await canEdit(maker)).toBe(true);
  expect(await canEdit(film.as(viewers.admin()))).toBe(true);
  expect(await canEdit(film.maker())).toBe(false);
  expect(await canEdit(film.visitor())).toBe(false);
  // A SUPER-USER may edit as well, from the back office.
  expect(await canEdit(film.staff())).toBe(false);
  await film.staff().studio.updateFilm({ requestId: newId(), filmId, logLine: 'By staff.' });
});

test('the trailer plays for everybody who finds the film [FLM-03:address]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const all = await Promise.all(Array.from({ length: 5 }, () => film.visitor().catalogue.getTrailer({ filmId })));
  const [trailer] = all as [(typeof all)[0]];
  // One address for all of them, though they came at once.
  expect(new Set(all.map(({ signedUrl }) => signedUrl)).size).toBe(1);
  expect(trailer.signedUrl).toMatch(/^\/v\/[^/]+\/[^/]+\/$/);
  expect(trailer).toMatchObject({ hlsManifest: 'master.m3u8', dashManifest: 'manifest.mpd' });
  expect(trailer.trickplayUrl).toBe(`${trailer.signedUrl}trickplay.json`);
  const signed = film.media.signed.get(trailer.signedUrl.split('/')[2] ?? '');
  expect(signed).toMatchObject({ sessionId: '', filmId });
  expect((signed?.expiresAt.getTime() ?? 0) - film.clock.now().getTime()).toBeLessThanOrEqual(600_000);

  const silent = await inFeed('No trailer');
  await film.db.query('UPDATE films SET trailer_ready = false WHERE id = $1', [filmId]);
  for (const none of [silent, filmId]) {
    await expect(film.visitor().catalogue.getTrailer({ filmId: none })).rejects.toMatchObject({
      reason: 'TRAILER_NOT_FOUND',
    });
  }
});

test('awards are listed, or none [FLM-07:read]', async () => {
  const filmId = await inFeed('Winner');
  const { awards } = await film.visitor().catalogue.listAwards({ filmId });
  expect(awards).toMatchObject([{ festivalName: 'Porto Nights', category: 'Best film', year: 2026, winner: true }]);
  const other = await film.releasedFilm(film.maker());
  expect((await film.visitor().catalogue.listAwards({ filmId: other })).awards).toEqual([]);
});

test('a film lists its latest 200 awards [FLM-07:read]', async () => {
  const filmId = await inFeed('Winner of everything');
  await film.db.query(
    `INSERT INTO awards (id, film_id, festival_name, category, year, winner)
     SELECT gen_random_uuid(), $1, 'Porto Nights', 'Best film', 1800 + n, true FROM generate_series(1, 200) n`,
    [filmId],
  );
  const { awards } = await film.visitor().catalogue.listAwards({ filmId });
  expect(awards.map(({ year }) => year)).toEqual([2026, ...Array.from({ length: 199 }, (_, n) => 2000 - n)]);
});

test('a film that is not released shows neither trailer nor awards, and counts no page views [FLM-09]', async () => {
  const maker = film.maker();
  const filmId = await film.completeFilm(maker);
  const { catalogue } = film.visitor();
  await expect(catalogue.getTrailer({ filmId })).rejects.toMatchObject({ reason: 'FILM_NOT_AVAILABLE' });
  await expect(catalogue.listAwards({ filmId })).rejects.toMatchObject({ reason: 'FILM_NOT_AVAILABLE' });
  await catalogue.countPageView({ filmId });
  const { film: draft } = await maker.studio.getMyFilm({ filmId });
  expect(draft?.pageViewCount).toBe(0n);
});

test('a page view counts once per browser or account in 30 minutes [FLM-13:page-views]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const browser = (ip: string) =>
    film.as(viewers.visitor(), { clientInfoBytes: encodeClientInfo({ ip, userAgent: 'Firefox' }) });
  const view = ({ catalogue }: ReturnType<typeof browser>) => catalogue.countPageView({ filmId });
  const lover = film.lover();
  for (const visitor of [browser('192.0.2.1'), browser('192.0.2.1'), browser('192.0.2.2'), lover, lover]) {
    await view(visitor);
  }
  const count = async () => (await maker.studio.getMyFilm({ filmId })).film?.pageViewCount;
  expect(await count()).toBe(3n);
  film.clock.advance(29 * 60_000);
  await view(lover);
  expect(await count()).toBe(3n);
  film.clock.advance(60_000);
  await view(lover);
  expect(await count()).toBe(4n);
});

test('the mark of a visitor is deleted once their page view may count again, and not before', async () => {
  const filmId = await film.releasedFilm(film.maker());
  await film.lover().catalogue.countPageView({ filmId });
  film.clock.advance(10 * 60_000);
  await film.lover().catalogue.countPageView({ filmId });
  const marks = () => film.db.query('SELECT 1 FROM page_view_marks WHERE film_id = $1', [filmId]);
  film.clock.advance(25 * 60_000);
  await eventually(async () => (await marks()).length < 2);
  expect(await marks()).toHaveLength(1);
  // They are looked for every five minutes.
  film.clock.advance(5 * 60_000 + 1);
  await eventually(async () => expect(await marks()).toEqual([]));
});

test('genres with more films come first in the feed', async () => {
  const makeFilms = async (genre: string, count: number) => {
    for (let i = 0; i < count; i++) await inFeed(`${genre} ${i}`, { genres: [genre] });
  };
  await makeFilms('Dance', 12);
  await makeFilms('Musical', 13);
  const { rails } = await feed();
  expect(rails.map(({ genre }) => genre).filter((genre) => ['Dance', 'Musical'].includes(genre))).toEqual([
    'Musical',
    'Dance',
  ]);
});

test('importing a film again changes nothing', async () => {
  const filmId = await inFeed('Imported once');
  const again = {
    id: filmId,
    createdBy: newId(),
    createdAt: film.clock.now(),
    fields: { ...completeFields, projectType: 'FEATURE', filmTitle: 'Imported twice' },
  } as Parameters<typeof importFilm>[1];
  expect(await importFilm(importing(), again)).toBe(false);
  expect((await film.visitor().catalogue.getFilm({ filmId })).film?.filmTitle).toBe('Imported once');
});

test('a video that an import names before it is made is stored once media says anything of it', async () => {
  const mediaId = newId();
  const maker = film.maker();
  const assets = [{ kind: 'FILM_VIDEO', mediaId, expected: true }];
  const filmId = await inFeed('Named before', {}, maker.viewer.accountId, { assets });
  const video = async () => (await maker.studio.getMyFilm({ filmId })).film?.assets[0];
  expect(await video()).toMatchObject({ mediaId, transcodeStatus: 'IN PROGRESS', stored: false });
  await film.deliver(TranscodeStartedSchema, create(TranscodeStartedSchema, { assetId: mediaId, filmId }), mediaId, 1n);
  expect(await video()).toMatchObject({ mediaId, transcodeStatus: 'IN PROGRESS', stored: true });
});

test('the feed has at most seven rails, and each rail at most 16 films [FLM-01]', async () => {
  const [first, others] = [GENRES.slice(0, 5), GENRES.slice(5, 9)];
  for (let i = 0; i < 17; i++) await inFeed(`Of five kinds ${i}`, { genres: first, projectType: 'SHORT' });
  for (let i = 0; i < 3; i++) await inFeed(`Of four kinds ${i}`, { genres: others });
  const { rails } = await feed();
  expect(rails).toHaveLength(7);
  expect(kinds(rails).slice(-3)).toEqual(['GENRE', 'GENRE', 'GENRE']);
  expect(Math.max(...rails.map(({ films }) => films.length))).toBe(16);
});
