import { create } from '@bufbuild/protobuf';
import { AccountClosingSchema, AccountReopenedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { PersonalDataService } from '@marquee/contracts/personal_data/v1/personal_data_pb';
import { newId } from '@marquee/data/ids';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { invariants } from '../invariants.ts';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

// One for the file: services of one group share what media publishes.
let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});

test('the films of whom closes an account leave the feed, and those alone come back when it is kept [SET-05:films]', async () => {
  const maker = film.maker();
  const { accountId } = maker.viewer;
  const released = await film.releasedFilm(maker);
  const draft = await film.completeFilm(maker);
  const another = await film.releasedFilm(film.maker());
  const isOpen = (filmId: string) =>
    film
      .visitor()
      .catalogue.getFilm({ filmId })
      .then(
        () => true,
        () => false,
      );
  expect(await Promise.all([released, draft, another].map(isOpen))).toEqual([true, false, true]);

  const closing = create(AccountClosingSchema, { accountId, closingId: newId() });
  await film.deliver(AccountClosingSchema, closing, accountId, 5n);
  expect(await Promise.all([released, draft, another].map(isOpen))).toEqual([false, false, true]);
  await film.deliver(AccountReopenedSchema, create(AccountReopenedSchema, { accountId }), accountId, 7n);
  expect(await Promise.all([released, draft, another].map(isOpen))).toEqual([true, false, true]);
});

test('closing uncounts likes, keeps reviews, and changes nothing of others, however often it is asked [SET-12:film]', async () => {
  const filmId = await film.releasedFilm(film.maker());
  const [leaving, staying] = [film.lover(), film.lover()];
  for (const { reviews } of [leaving, staying]) {
    await reviews.setLike({ filmId, liked: true });
    await reviews.setBlock({ filmId, blocked: true });
    await reviews.rateFilm({ requestId: newId(), filmId, rating: 5, message: 'Good.' });
  }
  const calls = clientFor(film.service, PersonalDataService, viewers.service('identity'), { callee: 'film' });
  const close = async () => (await calls.closeAccount({ accountId: leaving.viewer.accountId })).more;
  expect([await close(), await close()]).toEqual([false, false]);

  const likes = await film.db.query<{ accountId: string }>('SELECT account_id FROM film_likes');
  expect(likes.map(({ accountId }) => accountId)).toEqual([staying.viewer.accountId]);
  expect((await film.visitor().reviews.listReviews({ filmId })).reviews).toHaveLength(2);
  const counted = invariants.invariants.find(({ name }) => name.includes('likes'));
  expect(await counted?.check((...statement) => film.db.query(...statement))).toEqual([]);
});
