import { Code } from '@connectrpc/connect';
import { FilmRatedSchema } from '@marquee/contracts/events/v1/film_pb';
import { FilmSort } from '@marquee/contracts/film/v1/catalogue_pb';
import { FilmReportReason } from '@marquee/contracts/film/v1/reviews_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

let film: FilmHarness;
let filmId: string;
beforeAll(async () => {
  film = await filmService();
});
beforeEach(async () => {
  filmId = await film.releasedFilm(film.maker());
});

const page = async () => (await film.visitor().catalogue.getFilm({ filmId })).film;
const staffView = () => film.staff().backOffice.getAnyFilm({ filmId });

test('a viewer rates once per film and may change it; reviews show who, when, stars and words [FLM-06]', async () => {
  const lover = film.lover();
  await film.introduce(lover.viewer, 'Mara', 'Lind');
  const first = await lover.reviews.rateFilm({ requestId: newId(), filmId, rating: 2, message: ' Slow. ' });
  expect(first).toMatchObject({ userRating: 2, ratingCount: 1, review: { rating: 2, message: 'Slow.' } });
  film.clock.advance(1_000);
  const changed = await lover.reviews.rateFilm({ requestId: newId(), filmId, rating: 4, message: 'It grows.' });
  expect(changed).toMatchObject({ userRating: 4, ratingCount: 1 });
  await film.lover().reviews.rateFilm({ requestId: newId(), filmId, rating: 5 });

  const list = await film.visitor().reviews.listReviews({ filmId });
  expect(list).toMatchObject({ userRating: 4.5, ratingCount: 2, ratingHistogram: [0, 0, 0, 1, 1] });
  expect(list.reviews).toMatchObject([
    { rating: 4, message: 'It grows.', user: { id: lover.viewer.accountId, firstName: 'Mara', lastName: 'Lind' } },
  ]);
  expect(list.reviews[0]?.createdAt).toEqual(first.review?.createdAt);
  expect((await lover.reviews.getUserRating({ filmId })).review?.rating).toBe(4);
  expect(await page()).toMatchObject({ userRating: 4.5, ratingCount: 2, commentCount: 1 });

  await lover.reviews.deleteReview({ filmId });
  await lover.reviews.deleteReview({ filmId });
  expect(await page()).toMatchObject({ userRating: 5, ratingCount: 1, commentCount: 0 });
});

test('a review keeps its lines and loses what nobody sees [FLM-06]', async () => {
  const message = '\u202ESlow.\u202C\r\n\r\nBut\u200B kind.\u0000\uFEFF';
  const { review } = await film.lover().reviews.rateFilm({ requestId: newId(), filmId, rating: 4, message });
  expect(review?.message).toBe('Slow.\n\nBut kind.');
});

test('only whole stars from 1 to 5 count [FLM-06]', async () => {
  const lover = film.lover();
  for (const rating of [0, 6, -1]) {
    await expect(lover.reviews.rateFilm({ requestId: newId(), filmId, rating })).rejects.toMatchObject({
      code: Code.InvalidArgument,
      fields: [{ field: 'rating', message: 'Please choose from 1 to 5 stars.' }],
    });
  }
  const long = { requestId: newId(), filmId, rating: 3, message: 'x'.repeat(2001) };
  await expect(lover.reviews.rateFilm(long)).rejects.toMatchObject({ fields: [{ field: 'message' }] });
});

test('mean and count are right after many ratings at once, summed or not [FLM-06]', async () => {
  const lovers = Array.from({ length: 12 }, () => film.lover());
  const changing = lovers[0] ?? film.lover();
  await Promise.all([
    ...lovers.map(({ reviews }, i) => reviews.rateFilm({ requestId: newId(), filmId, rating: (i % 5) + 1 })),
    ...[1, 2, 3].map((rating) => changing.reviews.rateFilm({ requestId: newId(), filmId, rating })),
  ]);
  const [truth] = await film.db.query<{ mean: string; count: number }>(
    'SELECT avg(rating) AS mean, count(*)::int AS count FROM reviews WHERE film_id = $1',
    [filmId],
  );
  const check = async () => {
    const shown = await page();
    expect(shown?.ratingCount).toBe(truth?.count);
    expect(shown?.userRating).toBeCloseTo(Number(truth?.mean), 10);
  };
  expect(truth?.count).toBe(12);
  await check();
  await eventually(async () => (await film.db.query('SELECT 1 FROM stat_deltas')).length === 0);
  await check();
  const [stats] = await film.db.query<{ score: number }>('SELECT score FROM film_stats WHERE film_id = $1', [filmId]);
  expect(stats?.score).toBeGreaterThan(1);
});

test('likes and reports count once per viewer [FLM-13:likes] [FLM-13:reports]', async () => {
  const [one, two] = [film.lover(), film.lover()];
  await one.reviews.setLike({ filmId, liked: true });
  await one.reviews.setLike({ filmId, liked: true });
  await two.reviews.setLike({ filmId, liked: true });
  await two.reviews.setLike({ filmId, liked: false });
  expect((await page())?.counters?.likeCount).toBe(1n);
  expect((await one.watch.getFilmAccess({ filmId })).liked).toBe(true);

  const report = { filmId, reason: FilmReportReason.RIGHTS, details: 'My music.' };
  await one.reviews.reportFilm({ requestId: newId(), ...report });
  await one.reviews.reportFilm({ requestId: newId(), ...report });
  await two.reviews.reportFilm({ requestId: newId(), ...report });
  expect((await staffView()).reportCount).toBe(2n);
  await expect(one.reviews.reportFilm({ requestId: newId(), filmId })).rejects.toMatchObject({
    fields: [{ field: 'reason', message: 'Please choose a reason.' }],
  });
  await expect(film.visitor().reviews.reportFilm(report)).rejects.toMatchObject({ code: Code.Unauthenticated });
});

test('a viewer who blocks a film counts once, and is not offered it any more [FLM-13:blocks]', async () => {
  const [one, two] = [film.lover(), film.lover()];
  await one.watch.unlockFilm({ requestId: newId(), filmId });
  const { playbackSessionId } = await one.watch.startPlayback({ requestId: newId(), filmId });
  film.clock.advance(10_000);
  await one.watch.heartbeat({ playbackSessionId, positionMs: 9_000, playedMs: 9_000 });
  const offered = async () => (await one.watch.listContinueWatching({})).items.map((item) => item.film?.id);
  const isBlocked = async () => (await one.watch.getFilmAccess({ filmId })).blocked;
  expect([await offered(), await isBlocked()]).toEqual([[filmId], false]);

  for (const viewer of [one, one, two]) {
    expect(await viewer.reviews.setBlock({ filmId, blocked: true })).toMatchObject({ blocked: true });
  }
  await two.reviews.setBlock({ filmId, blocked: false });
  await two.reviews.setBlock({ filmId, blocked: false });
  expect((await staffView()).blockCount).toBe(1n);
  expect([await offered(), await isBlocked()]).toEqual([[], true]);
  // It is not offered, but not hidden either: who follows a link may continue watching.
  expect((await one.watch.getFilmAccess({ filmId })).access?.valid).toBe(true);

  await eventually(async () => (await film.db.query('SELECT 1 FROM stat_deltas')).length === 0);
  expect((await staffView()).blockCount).toBe(1n);
  await one.reviews.setBlock({ filmId, blocked: false });
  expect((await staffView()).blockCount).toBe(0n);
  expect([await offered(), await isBlocked()]).toEqual([[filmId], false]);
  await expect(film.visitor().reviews.setBlock({ filmId, blocked: true })).rejects.toMatchObject({
    code: Code.Unauthenticated,
  });
});

test('each rating is an event of its film, and one that waits for staff counts nowhere [FLM-06]', async () => {
  const lover = film.lover();
  const rate = (rating: number, message = '') =>
    lover.reviews.rateFilm({ requestId: newId(), filmId, rating, message });
  await rate(2, 'Slow.');
  await rate(4, 'It grows.');
  const events = (await film.published(FilmRatedSchema)).filter((event) => event.filmId === filmId);
  expect(events.map(({ rating }) => rating)).toEqual([2, 4]);
  const counts = async () => {
    const { ratingCount, commentCount } = (await page()) ?? {};
    return [ratingCount, commentCount];
  };
  // Staff have not read the words by which it is held; the same words with other stars are held on.
  await film.db.query('UPDATE reviews SET held_at = now() WHERE film_id = $1', [filmId]);
  await film.db.query('INSERT INTO stat_deltas (film_id, stars_4, comments) VALUES ($1, -1, -1)', [filmId]);
  expect(await counts()).toEqual([0, 0]);
  expect((await rate(1, 'It grows.')).review).toMatchObject({ waitsForStaff: true });
  expect(await counts()).toEqual([0, 0]);
  await lover.reviews.deleteReview({ filmId });
  expect(await counts()).toEqual([0, 0]);
});

test('reviews come in pages, newest first', async () => {
  for (let i = 0; i < 5; i++) {
    film.clock.advance(1_000);
    await film.lover().reviews.rateFilm({ requestId: newId(), filmId, rating: 3, message: `Review ${i}` });
  }
  const { reviews } = film.visitor();
  const first = await reviews.listReviews({ filmId, pageSize: 3 });
  const second = await reviews.listReviews({ filmId, pageSize: 3, cursor: first.nextCursor });
  expect([...first.reviews, ...second.reviews].map(({ message }) => message.at(-1)).join('')).toBe('43210');
  expect(second.nextCursor).toBe('');
});

test('a film is ranked as if it had five more ratings of 3 stars, so that one 5 does not lead the list', async () => {
  const other = await film.releasedFilm(film.maker());
  const rate = (id: string, rating: number) =>
    film.lover().reviews.rateFilm({ requestId: newId(), filmId: id, rating });
  const ranked = async () => {
    await eventually(async () => expect(await film.db.query('SELECT 1 FROM stat_deltas')).toEqual([]));
    const { films } = await film.visitor().catalogue.listFilms({ sort: FilmSort.TOP_RATED, pageSize: 100 });
    return films.map(({ id }) => id).filter((id) => id === filmId || id === other);
  };
  // (5 + 15) / 6 is more than (18 + 15) / 10, and with another 4 less than (22 + 15) / 11.
  await rate(filmId, 5);
  for (const rating of [4, 4, 4, 3, 3]) await rate(other, rating);
  await eventually(async () => expect(await ranked()).toEqual([filmId, other]));
  await rate(other, 4);
  await eventually(async () => expect(await ranked()).toEqual([other, filmId]));
});

test('a review signals the page of its film when it comes and when it goes', async () => {
  const lover = film.lover();
  const signals = film.signalsOf(filmId);
  await lover.reviews.rateFilm({ requestId: newId(), filmId, rating: 4, message: 'Good.' });
  await lover.reviews.deleteReview({ filmId });
  expect(signals).toHaveLength(2);
  await expect(film.staff().backOffice.removeReview({ reviewId: 'no-id' })).rejects.toMatchObject({
    reason: 'REVIEW_NOT_FOUND',
  });
});

test('nobody reads or writes about a film that they cannot see [FLM-09]', async () => {
  const { reviews } = film.lover();
  const hidden = await film.completeFilm(film.maker());
  const request = () => ({ requestId: newId(), filmId: hidden });
  for (const call of [
    () => reviews.listReviews({ filmId: hidden }),
    () => reviews.getUserRating({ filmId: hidden }),
    () => reviews.rateFilm({ ...request(), rating: 3 }),
    () => reviews.deleteReview({ filmId: hidden }),
    () => reviews.setLike({ filmId: hidden, liked: true }),
    () => reviews.setBlock({ filmId: hidden, blocked: true }),
    () => reviews.reportFilm({ ...request(), reason: FilmReportReason.RIGHTS }),
  ]) {
    await expect(call()).rejects.toMatchObject({ reason: 'FILM_NOT_AVAILABLE' });
  }
});
