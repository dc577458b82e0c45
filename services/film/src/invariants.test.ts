import type { Query } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { invariants } from './invariants.ts';
import { type FilmHarness, filmService } from './testing/film-service.ts';

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
  const filmId = await film.releasedFilm(film.maker());
  const [lover, other] = [film.lover(), film.lover()];
  for (const rating of [2, 4])
    await lover.reviews.rateFilm({ requestId: newId(), filmId, rating, message: rating > 3 ? 'It grows.' : '' });
  await other.reviews.rateFilm({ requestId: newId(), filmId, rating: 5 });
  await other.reviews.deleteReview({ filmId });
  await other.reviews.setLike({ filmId, liked: true });
  await other.reviews.setBlock({ filmId, blocked: true });
  await film.indexed();
});

async function violations(query: Query): Promise<string[]> {
  const found: string[] = [];
  for (const { check } of invariants.invariants) found.push(...(await check(query)));
  return found.sort();
}

/** The violations after a change that is then undone. */
async function violationsAfter(change: string): Promise<string[]> {
  let found: string[] = [];
  const undo = new Error('undo');
  const changed = film.db.transaction(async (tx) => {
    await tx.query(change);
    found = await violations(tx.query);
    throw undo;
  });
  await expect(changed).rejects.toBe(undo);
  return found;
}

test('what viewers do keeps the invariants of film', async () => {
  expect(await violations(film.db.query)).toEqual([]);
});

test.each([
  [
    'a rating that was not counted',
    'UPDATE reviews SET rating = 1',
    [/^ratings of 1 of film .*: 0 counted, 1 given$/, /^ratings of 4 of film .*: 1 counted, 0 given$/],
  ],
  ['a comment that is gone', "UPDATE reviews SET message = ''", [/^comments of film .*: 1 counted, 0 given$/]],
  [
    'a like that was counted twice',
    'INSERT INTO stat_deltas (film_id, likes) SELECT film_id, 1 FROM film_likes',
    [/^likes of film .*: 2 counted, 1 given$/],
  ],
  ['a film that no search finds', 'DELETE FROM search_documents', [/^film .* is not found$/]],
  ['a block that is gone', 'DELETE FROM film_blocks', [/^blocks of film .*: 1 counted, 0 given$/]],
  [
    'a change of a review without its event',
    'UPDATE reviews SET version = version + 1',
    [/^review .* is at version 3 and has 2 events$/],
  ],
])('%s breaks an invariant', async (_what, change, expected) => {
  expect(await violationsAfter(change)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});
