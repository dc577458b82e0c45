import { RecommendationReason } from '@marquee/contracts/film/v1/recommendations_pb';
import { newId } from '@marquee/data/ids';
import { PAIR_PEOPLE_MIN } from '@marquee/rules/recommendations';
import { type FilmHarness, filmService, type Maker } from '../testing/film-service.ts';
import { makeFilmPairs } from './make-film-pairs.ts';

let film: FilmHarness;
let maker: Maker;
let films: Record<'salt' | 'amber' | 'quarry' | 'kin', string>;
beforeAll(async () => {
  film = await filmService();
  maker = film.maker();
  const released = (filmTitle: string, genre: string) => film.releasedFilm(maker, { filmTitle, genres: [genre] });
  films = {
    salt: await released('Salt', 'Drama'),
    amber: await released('Amber', 'Comedy'),
    quarry: await released('The Quarry', 'Horror'),
    kin: await released('Kin', 'Drama'),
  };
});
beforeEach(() => film.db.query('DELETE FROM reviews'));

type Lover = ReturnType<FilmHarness['lover']>;
const rate = (lover: Lover, filmId: string, rating: number) =>
  lover.reviews.rateFilm({ requestId: newId(), filmId, rating });
const pair = () => makeFilmPairs({ db: film.db, clock: film.clock }, { everyMs: 0 });
const listed = async (lover: Lover) =>
  (await lover.recommendations.listRecommendations({})).items.map((item) => [item.film?.filmTitle, item.becauseTitle]);

/** So many people who like both films. */
async function fans(count: number, ...filmIds: string[]): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const fan = film.lover();
    for (const filmId of filmIds) await rate(fan, filmId, 5);
  }
}

test('one rating is enough to be recommended what others like beside it, with the reason [FLM-15]', async () => {
  await fans(PAIR_PEOPLE_MIN, films.salt, films.amber);
  await pair();
  const lover = film.lover();
  expect(await listed(lover)).toEqual([]);
  await rate(lover, films.salt, 4);
  const { items } = await lover.recommendations.listRecommendations({});
  expect(items[0]).toMatchObject({
    ...{ reason: RecommendationReason.LIKED, becauseFilmId: films.salt, becauseTitle: 'Salt' },
    film: { filmTitle: 'Amber' },
  });
  expect(await lover.recommendations.listRecommendations({ pageSize: 1 })).toMatchObject({ items: [{}] });
});

test('stars of a review that waits for staff count for its writer, and in nobody else’s recommendations [FLM-15:held]', async () => {
  await fans(PAIR_PEOPLE_MIN, films.salt, films.amber);
  await film.db.query('UPDATE reviews SET held_at = now() WHERE film_id = $1', [films.salt]);
  await pair();
  const lover = film.lover();
  await rate(lover, films.salt, 5);
  expect(await listed(lover)).not.toContainEqual(['Amber', 'Salt']);
  await film.db.query('UPDATE reviews SET held_at = NULL WHERE account_id <> $1', [lover.viewer.accountId]);
  await film.db.query('UPDATE reviews SET held_at = now() WHERE account_id = $1', [lover.viewer.accountId]);
  await pair();
  expect(await listed(lover)).toContainEqual(['Amber', 'Salt']);
});

test('what fewer than five people like together is shown to nobody [FLM-15:people]', async () => {
  await fans(PAIR_PEOPLE_MIN - 1, films.salt, films.quarry);
  await pair();
  const lover = film.lover();
  await rate(lover, films.salt, 5);
  // A film of the same genre is what the films themselves have in common.
  expect(await listed(lover)).toEqual([['Kin', 'Salt']]);
});

test('nothing that the viewer rated, watched, wrote down or blocked is recommended, nor by what they disliked [FLM-15]', async () => {
  await fans(PAIR_PEOPLE_MIN, films.salt, films.amber, films.quarry);
  await pair();
  const lover = film.lover();
  await rate(lover, films.salt, 2);
  expect(await listed(lover)).toEqual([]);
  await rate(lover, films.salt, 5);
  expect((await listed(lover)).map(([title]) => title).toSorted()).toEqual(['Amber', 'Kin', 'The Quarry']);
  await lover.diary.addDiaryEntry({ requestId: newId(), filmId: films.amber, watchedOn: '2026-11-01' });
  await lover.reviews.setBlock({ filmId: films.quarry, blocked: true });
  expect(await listed(lover)).toEqual([['Kin', 'Salt']]);
});

test('a film that is not available any more is neither recommended nor the reason [FLM-15]', async () => {
  await fans(PAIR_PEOPLE_MIN, films.salt, films.amber);
  await pair();
  const lover = film.lover();
  await rate(lover, films.salt, 5);
  const set = (filmId: string, isApproved: boolean) =>
    film.db.query('UPDATE films SET is_approved = $2 WHERE id = $1', [filmId, isApproved]);
  await set(films.amber, false);
  expect(await listed(lover)).toEqual([['Kin', 'Salt']]);
  await set(films.amber, true);
  await set(films.salt, false);
  expect(await listed(lover)).toEqual([]);
  await set(films.salt, true);
});

test('what was only watched is a reason of its own', async () => {
  await fans(PAIR_PEOPLE_MIN, films.quarry, films.amber);
  await pair();
  const lover = film.lover();
  await lover.diary.addDiaryEntry({ requestId: newId(), filmId: films.quarry, watchedOn: '2026-11-01' });
  const { items } = await lover.recommendations.listRecommendations({});
  expect(items[0]).toMatchObject({ reason: RecommendationReason.WATCHED, becauseTitle: 'The Quarry' });
});

test('pairs are made once in a period, by one process at a time [FLM-15:pairs]', async () => {
  film.clock.advance(3_600_000 * 7);
  const made = await Promise.all([1, 2, 3].map(() => makeFilmPairs({ db: film.db, clock: film.clock })));
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await makeFilmPairs({ db: film.db, clock: film.clock })).toBe(false);
});
